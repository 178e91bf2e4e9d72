import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';

/** A list of details, each with a rank that a test can change; one of the addresses redirects. */
async function startRanking() {
  const ranks = [1, 2, 3];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    asked.push(path);
    if (path === '/old/3') {
      response.writeHead(302, { location: '/d/3' }).end();
      return;
    }
    const rows = ranks.map(
      (rank, index) => `<li><b>${rank}</b><a href="${index === 2 ? '/old/3' : `/d/${index + 1}`}">x</a></li>`,
    );
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(path === '/' ? `<ul>${rows.join('')}</ul>` : `<h1>${path}</h1>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const spider = {
    name: 'ranking',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/`],
    rules: [{ allow: ['/$'], callback: 'list', follow: false }],
    callbacks: {
      list: {
        extract: { rank: { css: 'b::text' } },
        iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'detail' } },
      },
      detail: { extract: { title: { css: 'h1::text' } } },
    },
    settings: {
      DELTAFETCH_ENABLED: true,
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      CONCURRENT_REQUESTS: 1,
    },
  };
  return { ranks, asked, spider };
}

it('skips the pages of rows whose values are unchanged, and no others', async () => {
  const { ranks, asked, spider } = await startRanking();
  const { call, file } = studio();
  await call(['import', file('ranking.json', spider)]);
  const crawl = async () => {
    asked.length = 0;
    const outcome = (await call(['crawl', 'ranking', '--allow-private', '--json'])).json<{
      state: string;
      counters: Record<string, number>;
    }>();
    const items = (await call(['export', 'ranking', '--format', 'jsonl'])).stdout.trim().split('\n');
    return {
      state: outcome.state,
      items: outcome.counters['items'],
      asked: [...asked],
      values: items.flatMap((line): string[] => {
        if (line === '') return [];
        const { title, rank }: { title: string; rank: string } = JSON.parse(line);
        return [`${title} ${rank}`];
      }),
    };
  };
  expect(await crawl()).toEqual({
    state: 'completed',
    items: 3,
    asked: ['/', '/d/1', '/d/2', '/old/3', '/d/3'],
    values: ['/d/1 1', '/d/2 2', '/d/3 3'],
  });
  expect(await crawl()).toMatchObject({ state: 'completed', items: 0, asked: ['/'] });
  ranks[0] = 7;
  ranks[2] = 9;
  expect(await crawl()).toEqual({
    state: 'completed',
    items: 2,
    asked: ['/', '/d/1', '/old/3', '/d/3'],
    values: ['/d/1 7', '/d/3 9'],
  });
  expect(await crawl()).toMatchObject({ items: 0, asked: ['/'] });
});
