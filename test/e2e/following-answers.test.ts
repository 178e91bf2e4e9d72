import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { startServer, type Route, type TestServer } from '../servers/server.ts';
import { makeThings, vocabularies } from '../servers/single-page/things.ts';
import { call } from './call.ts';

/** Pages of which a script shows the first of three answers. */
const things = makeThings(vocabularies.first, 30);
const at = (page: number) => things.slice(page * 10, page * 10 + 10);
const query = 'query Q($n: Int, $after: String) { lots(n: $n, after: $after) { title } }';

const shown = (request: string, list: string): Route => {
  const code = `fetch(${request}).then((answer) => answer.json()).then((value) => {
    document.body.innerHTML = '<ul>' + ${list}.map((each) =>
      '<li><b>' + each.title + '</b><i>' + each.city + '</i><u>' + each.author + '</u></li>').join('') + '</ul>';
  });`;
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<body><script>${code}</script></body>`);
  };
};

/** What was asked of the API, with its key. */
const asked: string[] = [];
async function bodyOf(request: Parameters<Route>[0]['request']): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  asked.push(`${request.method} ${String(request.headers['x-key'])}`);
  return body;
}

const routes: Record<string, Route> = {
  '/graph': shown(
    `'/gql', { method: 'POST', headers: { 'content-type': 'application/json', 'x-key': 'k1' }, body: ${JSON.stringify(JSON.stringify({ query, variables: { n: 10 } }))} }`,
    'value.data.lots.nodes',
  ),
  '/gql': async ({ request, response }) => {
    const { variables } = JSON.parse(await bodyOf(request)) as { variables: { after?: string } };
    const page = Number(variables.after?.slice(1) ?? 0);
    const pageInfo = { hasNextPage: page < 2, endCursor: page < 2 ? `c${page + 1}` : null };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: { lots: { nodes: at(page), pageInfo } } }));
  },
  '/linked': shown(`'/rest/lots?size=10', { headers: { 'x-key': 'k1' } }`, 'value'),
  '/rest/lots': async ({ request, response }) => {
    await bodyOf(request);
    const page = Number(/k=(\d)/.exec(request.url ?? '')?.[1] ?? 0);
    const link = page < 2 ? { link: `</rest/lots?size=10&k=${page + 1}>; rel="next"` } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...link }).end(JSON.stringify(at(page)));
  },
};

let site: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-following-'));
  site = await startServer(routes);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

const studio = (...args: string[]) =>
  call([...args, '--data-dir', folder], { env: { SPIDER_STUDIO_BROWSER: testBrowser() } });

it.each([
  ['a cursor in the body of a POST', '/graph', 'POST k1'],
  ['a Link header', '/linked', 'GET k1'],
])('takes all answers behind a page by %s', async (_, path, each) => {
  const name = path.slice(1);
  const file = join(folder, `${name}.json`);
  const propose = ['propose', site.url(path), '--allow-private', '--name', name, '--choice', 'source-0-all'];
  writeFileSync(file, (await studio(...propose)).stdout);
  await studio('import', file);
  asked.length = 0;
  const run = await studio('crawl', name, '--allow-private', '--json');
  expect(run.json()).toMatchObject({ state: 'completed' });
  expect(asked).toEqual([each, each, each]);
  const written = join(folder, `${name}-items.json`);
  await studio('export', name, '--format', 'json', '--output', written);
  const items = JSON.parse(readFileSync(written, 'utf8')) as { title: string }[];
  expect(items.map(({ title }) => title)).toEqual(things.map(({ title }) => title));
});
