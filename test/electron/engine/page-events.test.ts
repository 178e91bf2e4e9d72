import { expect, it } from 'vitest';
import { planCrawl, processPage } from '../../../electron/engine/page.ts';
import type { PageInput } from '../../../electron/engine/page-types.ts';

const plan = planCrawl(
  { name: 'news', allowed_domains: ['example.com'], start_urls: ['https://example.com/'] },
  { depthLimit: 0, depthPriority: 0 },
);

const input = (url: string, html: string): PageInput => ({
  id: '1',
  url,
  body: new TextEncoder().encode(html),
  contentType: 'text/html',
  fetchedAt: 0,
  depth: 0,
  priority: 0,
  callback: 'parse_article',
  follow: false,
});

it('tells the events of one page only', () => {
  const shell = '<html><body><div id="root"></div><script src="/app.js"></script></body></html>';
  const events = ['a', 'b', 'c'].map((name) =>
    processPage(plan, input(`https://example.com/${name}`, shell)).events.map(({ url }) => url),
  );
  expect(events).toEqual([['https://example.com/a'], ['https://example.com/b'], ['https://example.com/c']]);
});
