import { readKeptPage, type ReadPage } from '../../electron/engine/offline.ts';
import { decodePage } from '../../electron/fetch/decode.ts';
import type { PageSource } from '../../electron/proof/input/source.ts';

/** A page with its body. */
export interface SavedPage {
  readonly url: string;
  readonly group: string;
  readonly body: Uint8Array;
}

/** Pages in memory, as `prove` reads them. */
export function sourceOf(pages: readonly SavedPage[]): PageSource {
  const listed = pages.map(({ url, group }, at) => ({
    file: String(at),
    url,
    requested: null,
    group,
    status: 200,
    contentType: 'text/html',
    fetchedAt: 0,
    rendered: false,
  }));
  return {
    kind: 'files',
    args: {},
    pages: listed,
    body: (page) => Promise.resolve(pages[Number(page.file)]?.body ?? new Uint8Array()),
    close: () => Promise.resolve(),
  };
}

/** A page of HTML as the engine reads it from a store. */
export const readSaved = (url: string, body: Uint8Array): ReadPage =>
  readKeptPage({
    url,
    text: decodePage(body, 'text/html', 'html').text,
    kind: 'html',
    contentType: 'text/html',
    fetchedAt: 0,
    rendered: false,
  });
