import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';

interface Product {
  sku: string;
  price: string;
}

/** Sixty products, the shelves of which repeat the first ten of them. */
const usual = (n: number): Product => ({ sku: `A${n}`, price: `${n}.50` });
const products = 60;
const repeated = 10;

/** A shop whose products a test can change. `cutAfter` calls back after so many answers, and answers nothing more. */
async function startShop(product: (n: number) => Product = usual) {
  let left = Infinity;
  let cut = (): void => undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    left -= 1;
    if (left < 0) {
      cut();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    if (path === '/') {
      const links = Array.from({ length: products }, (_, n) => `<a href="/p/${n + 1}">x</a>`);
      const again = Array.from({ length: repeated }, (_, n) => `<a href="/shelf/${n + 1}">x</a>`);
      response.end([...links, ...again].join(''));
      return;
    }
    const { sku, price } = product(Number(path.split('/').at(-1)));
    response.end(`<h1>Product ${sku}</h1><i>${sku}</i><b>${price}</b>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    cutAfter(answers: number, then: () => void): void {
      left = answers;
      cut = then;
    },
    answerAll(): void {
      left = Infinity;
    },
    spider: (expected: object | null) => ({
      name: 'shop',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${origin}/`],
      rules: [{ allow: ['/p/', '/shelf/'], callback: 'product', follow: false }],
      callbacks: {
        product: {
          extract: {
            title: { css: 'h1::text' },
            sku: { css: 'i::text' },
            price: { css: 'b::text', processors: [{ type: 'number' }] },
          },
        },
      },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, CONCURRENT_REQUESTS: 1 },
      ...(expected === null ? {} : { expect: expected }),
    }),
  };
}

interface Outcome {
  state: string;
  reason: string;
  counters: { items: number };
}

interface Shown extends Outcome {
  expectations: {
    items: number;
    dropped: number;
    isOver: boolean;
    fields: { field: string; filled: number; items: number }[];
    breaches: { field: string | null; expectation: string; message: string; examples: { url: string }[] }[];
  } | null;
}

async function begun(spider: object) {
  const { call, file } = studio();
  expect((await call(['import', file('shop.json', spider)])).code).toBe(0);
  return { call, file };
}

const crawl = ['crawl', 'shop', '--allow-private', '--json'];
const withGaps = (n: number): Product => (n > 50 ? { ...usual(n), price: '' } : usual(n));

describe('what is expected of the data', () => {
  it('is told at the end of a run, and shown with it', async () => {
    const { spider } = await startShop(withGaps);
    const expected = {
      min_items: 100,
      fields: { price: { type: 'number', required: true }, sku: { pattern: '^A' } },
    };
    const { call } = await begun(spider(expected));
    const crawled = await call(crawl);
    const few = 'There are 70 items, expected at least 100.';
    const empty = 'price is filled in 60 of 70 items (85.7 %), expected in at least 98 %.';
    expect(crawled.code).toBe(0);
    expect(crawled.json<Outcome>()).toMatchObject({
      state: 'completed',
      reason: `Finished. No pages left. Not as expected: ${few} ${empty}`,
    });
    expect(crawled.stderr).toContain(`Not as expected: ${few}\nNot as expected: ${empty}\n`);
    const { expectations } = (await call(['runs', 'show', '1', '--json'])).json<Shown>();
    expect(expectations).toMatchObject({ items: 70, dropped: 0, isOver: true });
    expect(expectations?.fields.map(({ field, filled, items }) => [field, filled, items])).toEqual([
      ['price', 60, 70],
      ['sku', 70, 70],
    ]);
    expect(expectations?.breaches.map(({ message }) => message)).toEqual([few, empty]);
    const text = (await call(['runs', 'show', '1'])).stdout;
    expect(text).toMatch(/price +85\.7 % +98 % +a number +no/);
    expect(text).toMatch(/sku +100 % +a match of \^A +yes/);
    expect(text).toContain(empty);
    expect(text).toContain('completed, not as expected');
    const listed = await call(['runs', 'list', '--json']);
    expect(listed.json<{ state: string; breaches: number }[]>()).toMatchObject([
      { state: 'completed', breaches: 2 },
    ]);
    expect((await call(['runs', 'list'])).stdout).toContain('completed, not as expected');
  });

  it('pauses a run, which fails at the end unless it holds by then', async () => {
    const { spider } = await startShop((n) => (n === 5 ? { ...usual(n), sku: 'B5' } : usual(n)));
    const { call } = await begun(spider({ on_breach: 'pause', fields: { sku: { pattern: '^A' } } }));
    const paused = await call(crawl);
    expect(paused.code).toBe(1);
    const what = /sku: expected a match of \^A, but 1 of 5 values does not match, for example "B5"\./;
    const { state, reason } = paused.json<Outcome>();
    expect([state, reason]).toEqual(['paused', expect.stringMatching(what)]);
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.code).toBe(1);
    expect(resumed.json<Outcome>()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('2 of 70 values do not match'),
      counters: { items: 70 },
    });
    const told = (await call(['runs', 'tail', '1', '--json'])).stdout;
    expect(told.match(/"kind":\s*"expectation"/g)).toHaveLength(1);
  });

  it('fails a run from the 50th item on, and keeps what there is', async () => {
    const { spider } = await startShop((n) => ({ ...usual(n), price: n % 2 === 0 ? '' : '1' }));
    const { call } = await begun(spider({ on_breach: 'fail', fields: { price: { min_fill: 0.9 } } }));
    const failed = await call(crawl);
    expect(failed.code).toBe(1);
    expect(failed.json<Outcome>()).toMatchObject({
      state: 'failed',
      reason:
        'The data is not as expected. price is filled in 25 of 50 items (50 %), expected in at least 90 %. What was stored is kept.',
      counters: { items: 50 },
    });
  });

  it('drops duplicates, also after kills', async () => {
    const shop = await startShop();
    const { call } = await begun(
      shop.spider({ key: ['sku'], duplicates: 'drop', fields: { sku: { unique: true } } }),
    );
    for (const [n, answers] of [20, 25, 22].entries()) {
      const killed = await call(n === 0 ? crawl : ['runs', 'resume', '1', '--json'], {
        onStart: (child) => shop.cutAfter(answers, () => void child.kill('SIGKILL')),
      });
      expect(killed.code).toBeNull();
    }
    shop.answerAll();
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.json<Outcome>()).toMatchObject({
      state: 'completed',
      counters: { items: products },
      receipt: { itemsLost: 0, itemsDuplicated: 0 },
    });
    expect(resumed.stderr).toContain('10 duplicates were not stored.');
    const { expectations } = (await call(['runs', 'show', '1', '--json'])).json<Shown>();
    expect(expectations).toMatchObject({ items: products, dropped: repeated, breaches: [] });
    const { stdout } = await call(['export', 'shop', '--format', 'jsonl']);
    const skus = stdout
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line).sku);
    expect(skus.toSorted()).toEqual(Array.from({ length: products }, (_, n) => `A${n + 1}`).toSorted());
  });

  it('is proposed from a run, and holds for the next', async () => {
    const { spider } = await startShop();
    const { call, file } = await begun(spider(null));
    await call(crawl);
    expect((await call(['runs', 'show', '1', '--json'])).json<Shown>().expectations).toBeNull();
    const proposal = await call(['runs', 'expect', '1', '--json']);
    expect(proposal.code).toBe(0);
    const { expect: expected } = proposal.json<{ expect: object }>();
    expect(expected).toEqual({
      min_items: 63,
      fields: {
        title: { type: 'text', required: true },
        sku: { type: 'text', required: true },
        price: { type: 'number', required: true, range: [0, null] },
      },
    });
    await call(['import', file('shop.json', spider(expected))]);
    expect((await call(crawl)).json<Outcome>().reason).toBe('Finished. No pages left.');
    const printed = (await call(['runs', 'expect', '2', '--ranges'])).stdout;
    expect(JSON.parse(printed)).toMatchObject({ expect: { fields: { price: { range: [0, 90] } } } });
  });

  it('is not proposed without items', async () => {
    const { spider } = await startShop();
    const { call } = await begun({ ...spider(null), rules: [{ allow: ['/none'], callback: 'product' }] });
    await call(crawl);
    const refused = await call(['runs', 'expect', '1', '--json']);
    expect([refused.code, refused.json<{ error: { code: string } }>().error.code]).toEqual([
      1,
      'nothing-to-expect',
    ]);
  });
});
