import type { GivenDocument, RenderResult } from '../browser/types.ts';
import type { SessionCookies } from '../fetch/session.ts';

export type { RenderedPage, RenderResult } from '../browser/types.ts';

/** A page that a browser is to show. */
export interface RenderAsk {
  url: string;
  /** The document as it was fetched; null: the browser asks the site itself. */
  document: GivenDocument | null;
  /** Id of the proxy that everything goes by; null: straight. */
  via: string | null;
  /** null: the browser's own. */
  userAgent: string | null;
  /** Shared with the page, both ways; null: it has none. */
  cookies: SessionCookies | null;
  /** Wait until a challenge has cleared; one that does not is the problem `challenge`. */
  waitsOut: boolean;
  /** Why the page may not go on to another document, or null. */
  onHop: (url: string) => string | null | Promise<string | null>;
}

/** The engine's port to a browser; `electron/browser/` stands behind it. Never rejects. */
export type Render = (ask: RenderAsk) => Promise<RenderResult>;
