import { expect, it, onTestFinished } from 'vitest';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

const searching: Parameters<typeof startServer>[0] = {
  '/robots.txt': routes.status(404),
  '/search': async ({ request, response }) => {
    const parts: Buffer[] = [];
    for await (const part of request) if (part instanceof Uint8Array) parts.push(Buffer.from(part));
    const term = new URLSearchParams(Buffer.concat(parts).toString()).get('q');
    response.writeHead(request.method === 'POST' ? 200 : 405, { 'content-type': 'text/html' });
    response.end(`<title>${term}</title><ul><li>${term} one</li><li>${term} two</li></ul>`);
  },
};

/** A spider with two searches at one URL, each with a callback of its own. */
function spiderFor(url: string) {
  const taking = (field: string) => ({
    iterate: { selector: 'li' },
    extract: { [field]: { css: '::text' } },
  });
  return {
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [],
    start_requests: [
      { url, form: { q: 'shoes' }, callback: 'shoes' },
      { url, form: { q: 'boots' }, callback: 'boots' },
    ],
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
    callbacks: { shoes: taking('shoe'), boots: taking('boot') },
  };
}

/** What was sent for the pages of a certificate. */
const sentOf = (proved: string): unknown[] => {
  const { certificate } = JSON.parse(proved) as {
    certificate: { pages: { stored: { message: unknown } }[] };
  };
  return certificate.pages.map(({ stored }) => JSON.stringify(stored.message)).toSorted();
};

const message = (q: string): string => JSON.stringify({ method: 'POST', body: `q=${q}` });
const both = [message('boots'), message('shoes')];

it('saves the answers of two requests for one URL, each read by its own callback', async () => {
  const server = await startServer(searching);
  onTestFinished(() => server.close());
  const { call, file } = studio();
  const url = server.url('/search');
  const spider = spiderFor(url);
  expect((await call(['import', file('shop.json', spider), '--json'])).code).toBe(0);
  for (const number of ['1', '2']) {
    const added = await call(['pages', 'add', 'shop', '--request', number, '--allow-private', '--json']);
    expect(added.code, added.stdout + added.stderr).toBe(0);
  }
  const listed = await call(['pages', 'list', 'shop', '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { url, request: { method: 'POST', body: 'q=boots' } },
    { url, request: { method: 'POST', body: 'q=shoes' } },
  ]);
  const locked = await call(['test', 'shop', '--lock', '--json']);
  expect(locked.code, locked.stdout + locked.stderr).toBe(0);
  const tested = await call(['test', 'shop', '--json']);
  expect(tested.code, tested.stdout + tested.stderr).toBe(0);
  for (const field of ['shoe', 'boot']) expect(tested.stdout).toContain(`"${field}"`);
  const proved = await call(['prove', 'shop', '--json']);
  expect(sentOf(proved.stdout)).toEqual(both);
  const certificate = file('proof.json', JSON.parse(proved.stdout));
  const verified = await call(['verify', certificate, '--spider', 'shop', '--json']);
  expect(JSON.parse(verified.stdout)).toMatchObject({ repeated: true, differences: [] });
  const pack = file('shop.spiderpack', '');
  expect((await call(['pack', 'shop', '--output', pack, '--force', '--json'])).code).toBe(0);
  const other = studio();
  const unpacked = await other.call(['unpack', pack, '--json']);
  expect(JSON.parse(unpacked.stdout)).toMatchObject({ pages: 2, test: { passed: true } });
  expect((await other.call(['test', 'shop', '--json'])).code).toBe(0);
  const again = await other.call(['prove', 'shop', '--json']);
  expect(sentOf(again.stdout)).toEqual(both);
  const missing = await call(['pages', 'add', 'shop', '--request', '3', '--json']);
  expect(missing.code).not.toBe(0);
  expect(missing.stdout + missing.stderr).toContain('unknown-request');
});

it('proves a spider by the answers that a run has stored for one URL', async () => {
  const server = await startServer(searching);
  onTestFinished(() => server.close());
  const { call, file } = studio();
  await call(['import', file('shop.json', spiderFor(server.url('/search')))]);
  expect((await call(['crawl', 'shop', '--allow-private'])).code).toBe(0);
  const proved = await call(['prove', 'shop', '--json']);
  expect(sentOf(proved.stdout)).toEqual(both);
  const { checks } = JSON.parse(proved.stdout) as { checks: { name: string; result: string }[] };
  expect(checks.find(({ name }) => name === 'rules')).toMatchObject({ result: 'pass' });
});
