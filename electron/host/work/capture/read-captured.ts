import type { ProposedSource } from '../../../../shared/contract/types.ts';
import type { NetworkAnswer } from '../../../../shared/network-answer.ts';
import { propose } from '../../../authoring/propose.ts';
import type { Page } from '../../../extract/page.ts';
import { elementsBelow } from '../../../extract/walk.ts';
import type { SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { pageIcon, pagePictures } from '../pictures/picture-links.ts';
import { pageSheets } from '../styles/style-links.ts';
import { packPage } from './pack-page.ts';
import type { CapturedPage, PageSession } from './page-session.ts';

/** A captured page, read. */
export interface ReadPage {
  captured: CapturedPage;
  page: Page;
  title: string;
  packed: SavedContent['page'];
}

/** Reads a captured page. @throws HostError `not-html` */
export function readCaptured(captured: CapturedPage): ReadPage {
  const { page: packed, title, content: page } = packPage(captured);
  return { captured, page, title, packed };
}

/** What is stored of a page: also its style sheets and pictures, which are fetched. */
export async function contentOf(
  { captured, page, title, packed }: ReadPage,
  session: PageSession,
): Promise<SavedContent> {
  const { url, rendered } = captured;
  const elements = page.kind === 'html' ? elementsBelow(page.document) : [];
  const sheets = await session.sheets(pageSheets(elements, url), { url, encoding: packed.encoding });
  const wanted = page.kind === 'html' ? pageIcon(elements, url) : null;
  const links = [...(wanted === null ? [] : [wanted]), ...pagePictures(elements, url)];
  const pictures = await session.pictures(links, url);
  const icon = pictures.find(({ url: link, body }) => link === wanted && body !== null)?.url ?? null;
  const source = rendered ? 'rendered' : 'url';
  const answers = carryingAnswers({ captured, page });
  return { title, url, source, page: packed, sheets, pictures, icon, answers };
}

/** The answers of a page that carry what is seen on it. The others are not kept. */
function carryingAnswers({ captured, page }: Pick<ReadPage, 'captured' | 'page'>): NetworkAnswer[] {
  const { url, rendered, answers } = captured;
  if (answers.length === 0) return [];
  const { sources } = propose(page, { url, rendered, answers, fetchedAt: Date.now() });
  return answers.filter((answer) => sources.some((source) => isOf(source, answer)));
}

/** Whether a source is this answer. */
export const isOf = ({ kind, url, method, body }: ProposedSource, answer: NetworkAnswer): boolean =>
  kind === 'request' && url === answer.url && method === answer.method && body === answer.requestBody;
