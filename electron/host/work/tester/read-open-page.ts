import type { ReadPage } from '../../../engine/offline.ts';
import type { OpenPage } from './open-page.ts';

/** An open page as a spider reads it. */
export function readPage(open: OpenPage, url: string): ReadPage {
  const { content, context, rendered, unreadable: problem, list } = open;
  const facts = { url, kind: content.kind, contentType: null, fetchedAt: context.fetchedAt, rendered };
  return { ...facts, page: contentOf(open), problem, list };
}

/** What is taken from a page; null: it is unreadable, or there is none. */
export const contentOf = (open: OpenPage | undefined): OpenPage['content'] | null =>
  open === undefined || open.unreadable !== null ? null : open.content;
