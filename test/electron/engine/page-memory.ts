import { createPageStage } from '../../../electron/engine/page-stage.ts';

/**
 * Run by page-memory.integration.test.ts with the garbage collector at hand: processes pages of 200 KB that share nothing, and
 * prints by how many bytes the heap has grown from the hundredth page to the last.
 */
const stage = createPageStage(
  {
    name: 'site',
    allowed_domains: ['example.org'],
    start_urls: ['https://example.org/'],
    rules: [{ allow: ['/page/'], callback: 'page' }],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
  },
  0,
);

function pageOf(index: number): string {
  const own = (name: string, link: number): string => `${name}-${index}-${link}`;
  const links = Array.from(
    { length: 20 },
    (_, link) =>
      `<a href="https://example.org/page/${own('absolute', link)}">a</a><a href="/page/${own('relative', link)}">r</a>` +
      `<a href="https://${own('elsewhere', link)}.example.net/">e</a>`,
  );
  return `<h1>The heading of page number ${index}</h1>${links.join('')}<p>${'x'.repeat(200_000)}</p>`;
}

function work(from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const body = new TextEncoder().encode(pageOf(index));
    const url = `https://example.org/page/${index}`;
    stage({
      id: String(index),
      url,
      body,
      contentType: 'text/html',
      fetchedAt: 0,
      depth: 0,
      priority: 0,
      callback: 'page',
      follow: true,
    });
  }
}

work(0, 100);
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
work(100, 500);
globalThis.gc?.();
process.stdout.write(String(process.memoryUsage().heapUsed - before));
