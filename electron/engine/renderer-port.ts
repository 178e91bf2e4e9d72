import type { GivenDocument, Paging, RenderResult } from '../browser/types.ts';
import type { SessionCookies } from '../fetch/session.ts';

export type { Paging, RenderedPage, RenderResult } from '../browser/types.ts';

/** A page to be rendered by a browser. */
export interface PageRenderRequest {
  url: string;
  /** The fetched document; null: the browser requests it itself. */
  document: GivenDocument | null;
  /** Id of the proxy for all requests of the page; null: direct. */
  proxyId: string | null;
  /** null: the browser's own. */
  userAgent: string | null;
  /** Read by and written back from the page; null: the page starts without cookies. */
  cookies: SessionCookies | null;
  /** Whether to wait until a challenge clears. One that does not is the problem `challenge`. */
  waitsOut: boolean;
  /** Left out: the page is read once. */
  paging?: Paging;
  /** Aborted: the page is dropped, to be rendered again; left out: it is not. */
  pause?: AbortSignal;
  /** Returns why the page must not navigate to a URL, as a sentence; null allows it. */
  onHop: (url: string) => string | null | Promise<string | null>;
}

/** The engine's port to a browser, implemented with `electron/browser/`. Never rejects. */
export type Render = (request: PageRenderRequest) => Promise<RenderResult>;
