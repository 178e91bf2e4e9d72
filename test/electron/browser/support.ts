import { afterAll } from 'vitest';
import { findBrowser, here } from '../../../electron/browser/find-browser.ts';
import { createRenderer, type RendererOptions } from '../../../electron/browser/renderer.ts';
import type {
  RenderedPage,
  Renderer,
  RenderRequest,
  RenderSettings,
} from '../../../electron/browser/types.ts';
import { SessionCookies } from '../../../electron/fetch/session.ts';

/** The browser that the tests use: Debian's, or the one that CHROMIUM_PATH names. */
export function testBrowser(): string {
  const env = { ...process.env, SPIDER_STUDIO_BROWSER: process.env['CHROMIUM_PATH'] };
  const search = findBrowser({ ...here(null), env });
  if (search.found === null) throw new Error('There is no Chromium; run "npm run test:tools".');
  return search.found.executable;
}

export const plainSettings: RenderSettings = {
  waitSelector: null,
  delayMs: 0,
  scroll: null,
  actions: [],
  flatten: false,
  timeoutMs: 15_000,
  maxBytes: 4 * 1024 * 1024,
  maxRedirects: 5,
};

/** A renderer that is closed after the tests of the file. A browser takes a second to start: one for each file. */
export function testRenderer(options: Partial<RendererOptions> = {}): Renderer {
  const renderer = createRenderer({ executable: testBrowser(), tabs: 4, allowPrivate: true, ...options });
  afterAll(() => renderer.close());
  return renderer;
}

const shared = new SessionCookies();

type Asked = Omit<Partial<RenderRequest>, 'settings'> & { settings?: Partial<RenderSettings> };

export function request(url: string, { settings, ...more }: Asked = {}): RenderRequest {
  const base = { url, document: null, proxy: null, userAgent: null, cookies: shared };
  return { ...base, ...more, settings: { ...plainSettings, ...settings } };
}

/** A document as plain fetching would have brought it. */
export function given(html: string, headers: Record<string, string> = {}): RenderRequest['document'] {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: Buffer.from(html),
  };
}

export async function rendered(renderer: Renderer, asked: RenderRequest): Promise<RenderedPage> {
  const result = await renderer.render(asked);
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`);
  return result.page;
}

export function textOf({ body }: RenderedPage): string {
  return Buffer.from(body).toString();
}
