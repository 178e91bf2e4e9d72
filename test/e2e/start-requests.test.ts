import { describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../servers/routes.ts';
import { startServer, type Visit } from '../servers/server.ts';
import { studio } from './command-line.ts';

interface Outcome {
  run: string;
  state: string;
  counters: Record<'queued' | 'active' | 'done' | 'failed' | 'skipped' | 'seen' | 'items', number>;
}

const pages = 60;
const rowsPerPage = 5;

async function bodyOf({ request }: Visit): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) if (part instanceof Uint8Array) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

/** A site that answers nothing but POST: a search by form, one by JSON, and details by the number of a product. */
async function shop() {
  const watch = { sent: [] as string[], onPage: (_count: number): void => undefined };
  const answer = async (visit: Visit, html: (body: string) => string): Promise<void> => {
    const { request, response } = visit;
    const body = await bodyOf(visit);
    watch.sent.push(`${request.method} ${request.url} ${body}`);
    watch.onPage(watch.sent.length);
    response.writeHead(request.method === 'POST' ? 200 : 405, { 'content-type': 'text/html', allow: 'POST' });
    response.end(request.method === 'POST' ? `<!doctype html><title>shop</title>${html(body)}` : '');
  };
  const rows = (page: number): string =>
    Array.from({ length: rowsPerPage }, (_, index) => {
      const id = page * 100 + index;
      return `<li data-id="${id}"><b>product ${id}</b></li>`;
    }).join('');
  const server = await startServer({
    '/robots.txt': routes.status(404),
    '/search': (visit) =>
      answer(visit, (body) => `<ul>${rows(Number(new URLSearchParams(body).get('page') ?? 0))}</ul>`),
    '/detail': (visit) =>
      answer(visit, (body) => `<p class="stock">stock of ${new URLSearchParams(body).get('id') ?? ''}</p>`),
    '/api': async (visit) => {
      const body = await bodyOf(visit);
      watch.sent.push(`${visit.request.method} /api ${body}`);
      visit.response.writeHead(200, { 'content-type': 'application/json' });
      visit.response.end(JSON.stringify({ asked: JSON.parse(body), by: visit.request.headers['x-key'] }));
    },
    '/form': routes.redirect('/found', 303),
    '/found': routes.page('<title>found</title><h1>Found</h1>'),
  });
  onTestFinished(() => server.close());
  return { server, watch, ...studio() };
}

const quick = { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false };

describe('a spider whose pages are asked for by POST', () => {
  it('has every item once through two kills, and again from the stored pages', async () => {
    const { server, watch, call, file } = await shop();
    const spider = {
      name: 'shop',
      allowed_domains: ['127.0.0.1'],
      start_urls: [],
      start_requests: Array.from({ length: pages / 2 }, (_, page) => ({
        url: server.url('/search'),
        form: { page: page + 1 },
        callback: 'list',
      })),
      settings: {
        ...quick,
        GENERATED_URLS: [
          {
            template: server.url('/search'),
            method: 'POST',
            formdata: { page: '{page}' },
            vars: { page: { type: 'range', from: pages / 2 + 1, to: pages } },
            callback: 'list',
          },
        ],
      },
      callbacks: {
        list: {
          iterate: {
            selector: 'li',
            follow: {
              url: { xpath: '"/detail"' },
              method: 'POST',
              form: { id: { css: '::attr(data-id)' }, view: 'full' },
              callback: 'detail',
            },
          },
          extract: { name: { css: 'b::text' } },
        },
        detail: { extract: { stock: { css: '.stock::text' } } },
      },
    };
    const imported = await call(['import', file('shop.json', spider), '--json']);
    expect(imported.code, imported.stdout).toBe(0);
    const all = pages * (1 + rowsPerPage);
    for (const [kills, args] of [
      ['crawl', 'shop', '--allow-private'],
      ['runs', 'resume', '1'],
    ].entries()) {
      const killed = await call(args, {
        onStart: (child) => {
          watch.onPage = (count) => {
            if (count === (kills + 1) * 100) child.kill('SIGKILL');
          };
        },
      });
      expect(killed.code).toBeNull();
    }
    watch.onPage = () => undefined;
    const outcome = (await call(['runs', 'resume', '1', '--json'])).json<Outcome>();
    expect(outcome).toMatchObject({
      state: 'completed',
      counters: { done: all, seen: all, items: pages * rowsPerPage, failed: 0 },
    });
    expect(new Set(watch.sent).size).toBe(all);
    // At each kill: the requests in 8 slots, and pages that were not written yet.
    expect(watch.sent.length - all).toBeLessThanOrEqual(2 * 2 * 8);
    expect(watch.sent.every((sent) => sent.startsWith('POST '))).toBe(true);
    const exported = async (of: string[]): Promise<string[]> =>
      (await call(['export', 'shop', '--format', 'jsonl', ...of])).stdout.trim().split('\n');
    const plain = (lines: readonly string[]): string[] =>
      lines.map((line) => {
        const { name, stock } = JSON.parse(line) as Record<string, string>;
        return `${name}: ${stock}`;
      });
    const items = plain(await exported([]));
    const expected = Array.from({ length: pages }, (_, page) =>
      Array.from({ length: rowsPerPage }, (_each, index) => {
        const id = (page + 1) * 100 + index;
        return `product ${id}: stock of ${id}`;
      }),
    ).flat();
    expect(items.toSorted()).toEqual(expected.toSorted());
    // The dataset tells them apart, though they have one URL.
    expect(plain(await exported(['--run', 'dataset'])).toSorted()).toEqual(expected.toSorted());
    // A generation has the same items, from the stored pages alone.
    const before = watch.sent.length;
    const again = await call(['runs', 'reextract', '1', '--json']);
    expect(again.code, again.stdout + again.stderr).toBe(0);
    const generation = await exported(['--run', again.json<Outcome>().run]);
    expect(plain(generation).toSorted()).toEqual(expected.toSorted());
    expect(watch.sent.length).toBe(before);
  });

  it('sends JSON with arguments and headers, is explained, and leads on after a redirect', async () => {
    const { server, watch, call, file } = await shop();
    const spider = {
      name: 'api',
      allowed_domains: ['127.0.0.1'],
      start_urls: [],
      args: { term: { default: 'shoes' } },
      start_requests: [
        {
          url: server.url('/api'),
          headers: { 'X-Key': 'key of ${term}' },
          json: { query: { term: '${term}', page: 1 } },
          callback: 'answer',
        },
        { url: server.url('/form'), form: { q: '${term}' }, callback: 'found', follow: false },
      ],
      settings: { ...quick, HTTPCACHE_ENABLED: true },
      callbacks: {
        answer: { extract: { term: { json_path: '$.asked.query.term' }, key: { json_path: '$.by' } } },
        found: { extract: { heading: { css: 'h1::text' } } },
      },
    };
    const imported = await call(['import', file('api.json', spider), '--json']);
    expect(imported.code, imported.stdout).toBe(0);
    const crawl = async (term: string): Promise<string> => {
      const crawled = await call(['crawl', 'api', '--allow-private', '--arg', `term=${term}`, '--json']);
      expect(crawled.json<Outcome>()).toMatchObject({
        state: 'completed',
        counters: { items: 2, failed: 0 },
      });
      return (await call(['export', 'api', '--format', 'jsonl', '--run', crawled.json<Outcome>().run]))
        .stdout;
    };
    const first = await crawl('boots & more');
    expect(first).toContain('"term":"boots & more"');
    expect(first).toContain('"key":"key of boots & more"');
    expect(first).toContain('"heading":"Found"');
    expect(server.log.filter(({ url }) => url === '/found').map(({ method }) => method)).toEqual(['GET']);
    expect(watch.sent).toEqual(['POST /api {"query":{"term":"boots & more","page":1}}']);
    // The cache tells requests apart by what they send.
    expect(await crawl('boots & more')).toContain('"term":"boots & more"');
    expect(watch.sent.length).toBe(1);
    expect(await crawl('hats')).toContain('"term":"hats"');
    expect(watch.sent.length).toBe(2);
    const explained = await call(['explain', server.url('/api'), '--spider', 'api', '--json']);
    expect(explained.json()).toMatchObject({
      decision: 'extract',
      reason:
        'start_requests[0] (POST) asks for it, always. Callback "answer" extracts from it. Its links go through the rules.',
    });
  });

  it('tells which rows lead nowhere because their form has no value', async () => {
    const { server, call, file } = await shop();
    const spider = {
      name: 'gaps',
      allowed_domains: ['127.0.0.1'],
      start_urls: [],
      start_requests: [{ url: server.url('/search'), form: { page: 1 }, callback: 'list' }],
      settings: quick,
      callbacks: {
        list: {
          iterate: {
            selector: 'li',
            follow: {
              url: { xpath: '"/detail"' },
              form: { id: { css: '[data-id="101"]::attr(data-id)' } },
              callback: 'detail',
            },
          },
        },
        detail: { extract: { stock: { css: '.stock::text' } } },
      },
    };
    await call(['import', file('gaps.json', spider), '--json']);
    const crawled = await call(['crawl', 'gaps', '--allow-private', '--json']);
    expect(crawled.json<Outcome>().counters).toMatchObject({ items: 1, done: 2 });
    const log = await call(['runs', 'tail', crawled.json<Outcome>().run, '--json']);
    expect(log.stdout).toContain('4 rows were not followed');
  });

  it('is named as the road where a page takes no GET', async () => {
    const { server, call, file } = await shop();
    const spider = {
      name: 'wrong',
      allowed_domains: ['127.0.0.1'],
      start_urls: [server.url('/search')],
      rules: [{ callback: 'page' }],
      callbacks: { page: { extract: { name: { css: 'b::text' } } } },
      settings: quick,
    };
    await call(['import', file('wrong.json', spider), '--json']);
    const crawled = await call(['crawl', 'wrong', '--allow-private', '--json']);
    const log = await call(['runs', 'tail', crawled.json<Outcome>().run, '--json']);
    expect(log.stdout).toContain(
      'The server answered 405: it takes no GET at this address; it takes POST there. start_requests, and form in the follow of iterate, send a form by POST.',
    );
  });
});
