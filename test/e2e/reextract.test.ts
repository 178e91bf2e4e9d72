import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';

/** So many pages, so large that extracting from them takes longer than ending the program. */
const pages = 120;
const filler = '<p>a paragraph that nobody extracts</p>'.repeat(4000);

/** A list that leads to lamps; the time at which each is offered is relative. */
async function startShop() {
  const server = createServer((request, response) => {
    const n = Number(/^\/p\/(\d+)$/.exec(request.url ?? '')?.[1]);
    response.writeHead(200, { 'content-type': 'text/html' });
    const list = Array.from({ length: pages }, (_, at) => `<a href="/p/${at + 1}">x</a>`).join('');
    const lamp = `<h1>Lamp ${n}</h1><i>L-${n}</i><b>${n} EUR</b><time>2 hours ago</time>${filler}`;
    response.end(Number.isNaN(n) ? list : lamp);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(end);
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const at = { css: 'time::text', processors: [{ type: 'parse_datetime' }] };
  const spider = (extract: object) => ({
    name: 'lamps',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/`],
    rules: [{ allow: ['/p/'], callback: 'lamp', follow: false }],
    callbacks: { lamp: { extract: { title: { css: 'h1::text' }, at, ...extract } } },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ROBOTSTXT_OBEY: false },
  });
  return { end, spider };
}

interface Outcome {
  run: string;
  state: string;
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  accepted: boolean;
  cause: { site: number; spider: number };
  fields: { field: string; added: number; changed: number }[];
}

it('extracts again with an edited spider, and uses the new items once they are accepted', async () => {
  const { end, spider } = await startShop();
  const { call, file } = studio();
  const save = (extract: object) => call(['import', file('lamps.json', spider(extract))]);
  const items = async (...of: string[]) =>
    (await call(['export', 'lamps', '--format', 'jsonl', ...of])).stdout.trim().split('\n');
  await save({ sku: { css: 'i::text' } });
  await call(['crawl', 'lamps', '--allow-private', '--json']);
  end();

  const same = await call(['runs', 'reextract', '1', '--json']);
  expect(same.code).toBe(0);
  expect(same.json<Outcome>()).toMatchObject({
    run: '2',
    added: 0,
    removed: 0,
    changed: 0,
    unchanged: pages,
  });

  await save({ sku: { css: 'i::text' }, price: { css: 'b::text' } });
  const edited = await call(['runs', 'reextract', '1', '--json']);
  const found = edited.json<Outcome>();
  expect(found).toMatchObject({
    run: '3',
    accepted: false,
    changed: pages,
    cause: { site: 0, spider: pages },
  });
  expect(found.fields).toMatchObject([{ field: 'price', added: pages }]);

  expect((await items())[0]).not.toContain('EUR');
  expect((await items('--run', '3'))[0]).toContain('EUR');
  expect((await call(['runs', 'accept', '2', '--json'])).json()).toMatchObject({ run: '2', source: '1' });
  const accepted = await call(['runs', 'reextract', '2', '--accept']);
  expect(accepted.stdout).toContain('Run 4 takes the place of run 2.');
  expect((await items())[0]).toContain('EUR');
  expect(await items('--run', 'all')).toHaveLength(pages);

  await call(['runs', 'delete', '1', '--force']);
  expect(await items('--run', '4')).toHaveLength(pages);
  const fromGeneration = await call(['runs', 'reextract', '4', '--json']);
  expect(fromGeneration.json()).toMatchObject({ run: '5', changed: 0, unchanged: pages });
});

it('goes on after it was killed', async () => {
  const { end, spider } = await startShop();
  const { call, file } = studio();
  await call(['import', file('lamps.json', spider({ sku: { css: 'i::text' } }))]);
  await call(['crawl', 'lamps', '--allow-private', '--json']);
  end();
  const killed = await call(['runs', 'reextract', '1', '--json'], {
    onStart: (child) =>
      child.stderr?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Run 2 started.')) child.kill('SIGKILL');
      }),
  });
  expect(killed.code).toBeNull();
  const resumed = await call(['runs', 'resume', '2', '--json']);
  expect(resumed.json()).toMatchObject({
    state: 'completed',
    counters: { queued: 0, items: pages },
    receipt: { itemsLost: 0, itemsDuplicated: 0 },
  });
  const compared = await call(['runs', 'diff', '1', '2', '--json']);
  expect(compared.json()).toMatchObject({ added: 0, removed: 0, changed: 0, unchanged: pages });
});
