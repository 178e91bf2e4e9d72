import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Route, type TestServer } from '../servers/server.ts';
import { personIn, type Person } from './library-given.ts';

let folder: string;
let server: TestServer;
/** What the server does with each path, which each test sets. */
let wrong: Partial<Record<'index' | 'pack', Route>> = {};

const files: Route = ({ request, response }): void => {
  const path = (request.url ?? '').replace('/library/', '');
  response.writeHead(200).end(readFileSync(join(folder, 'team', path)));
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-url-'));
  mkdirSync(join(folder, 'team'));
  const ada = personIn(folder, 'ada');
  await ada.store();
  await ada.call(['library', 'add', 'team', join(folder, 'team'), '--create', 'Ours']);
  await ada.call(['library', 'publish', 'lamps', 'team']);
  server = await startServer({
    '/library/index.json': (visit) => (wrong.index ?? files)(visit),
    '/moved/index.json': ({ response }) => {
      response.writeHead(302, { location: '/library/index.json' }).end();
    },
    '*': (visit) => (wrong.pack ?? files)(visit),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody who has added the registry while the server was well. */
async function reader(name: string): Promise<Person> {
  wrong = {};
  const person = personIn(folder, name);
  const added = await person.ask('library', 'add', 'web', server.url('/library/'), '--allow-private');
  expect(added).toMatchObject({ kind: 'url', title: 'Ours', entries: 1, canPublish: false });
  return person;
}

const status =
  (code: number): Route =>
  ({ response }) => {
    response.writeHead(code).end('no');
  };
const cut: Route = (visit) => {
  visit.socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 700\r\n\r\n{"format": 1, `);
};
const other: Route = ({ response }) => {
  response.writeHead(200).end('something else');
};
const endless: Route = ({ response }) => {
  const more = () => {
    while (response.write(Buffer.alloc(64 * 1024)));
  };
  response.writeHead(200);
  response.on('drain', more);
  more();
};
/** Answers in pieces, each when the last has gone. */
const slowly: Route = ({ request, response }) => {
  const body = readFileSync(join(folder, 'team', (request.url ?? '').replace('/library/', '')));
  response.writeHead(200, { 'content-length': String(body.length) });
  const next = (at: number) => {
    if (at >= body.length) return response.end();
    response.write(body.subarray(at, at + 97));
    return setImmediate(() => next(at + 97));
  };
  next(0);
};

it('is read, previewed and imported from; nothing is published to it', async () => {
  const bob = await reader('bob');
  wrong = { index: slowly, pack: slowly };
  expect(await bob.ask('library', 'search', 'lamps', '--refresh')).toMatchObject({
    entries: [{ registry: 'web', name: 'lamps' }],
  });
  expect(await bob.ask('library', 'import', 'lamps')).toMatchObject({
    created: true,
    from: { registry: 'web', version: 1 },
    test: { passed: true },
  });
  expect(await bob.ask('library', 'publish', 'lamps', 'web')).toMatchObject({
    error: { code: 'not-publishable' },
  });
});

it('is refused at a private address unless that is allowed, also behind a redirect', async () => {
  const eve = personIn(folder, 'eve');
  wrong = {};
  expect(await eve.ask('library', 'add', 'web', server.url('/library/'))).toMatchObject({
    error: { code: 'registry-unreachable', reason: 'refused' },
  });
  expect(await eve.ask('library', 'add', 'web', server.url('/moved/'), '--allow-private')).toMatchObject({
    entries: 1,
  });
  const login = server.url('/library/').replace('//', '//ada:secret@');
  expect(await eve.ask('library', 'add', 'login', login, '--allow-private')).toMatchObject({
    error: { code: 'credentials-in-url' },
  });
});

it.each<[what: string, index: Route, told: RegExp]>([
  ['is busy', status(503), /answered 503/],
  ['cuts its answer', cut, /ended|incomplete|closed|cut/],
  ['sends something else', other, /is no JSON/],
  ['never ends', endless, /larger|more than|limit/],
  ['has lost its index', status(404), /answered 404/],
])('shows what was read last when the server %s, and says how old that is', async (what, index, told) => {
  const bob = await reader(`search-${what.replaceAll(' ', '-')}`);
  wrong = { index };
  const searched = await bob.call(['library', 'search', 'lamps', '--refresh']);
  expect(searched.code).toBe(0);
  expect(searched.stdout).toContain('web/lamps');
  expect(searched.stderr).toMatch(
    /^warning: "web" could not be read\. .* What was read .* ago is shown\.\n$/,
  );
  expect(searched.stderr).toMatch(told);
  const offline = await bob.call(['library', 'search', 'lamps', '--offline']);
  expect(offline.stdout).toContain('web/lamps');
});

it('tries again when the server was busy for a moment', async () => {
  const bob = await reader('patient');
  const before = server.log.length;
  wrong = { index: (visit) => (server.log.length <= before + 1 ? status(503) : files)(visit) };
  const searched = await bob.call(['library', 'search', 'lamps', '--refresh']);
  expect(searched.stderr).toBe('');
  expect(server.log.length).toBe(before + 2);
});

it.each<[what: string, pack: Route, code: string, reason: string]>([
  ['another file', other, 'bad-registry', 'bad-hash'],
  ['a file that is cut', cut, 'registry-unreachable', 'unreachable'],
  ['a file without an end', endless, 'bad-registry', 'too-large'],
  ['nothing', status(404), 'registry-unreachable', 'unreachable'],
])('imports nothing when the server gives %s', async (what, pack, code, reason) => {
  const bob = await reader(`import-${what.replaceAll(' ', '-')}`);
  wrong = { pack };
  expect(await bob.ask('library', 'import', 'lamps')).toMatchObject({ error: { code, reason } });
  expect(await bob.ask('spiders', 'list')).toEqual([]);
});

it('imports without a network what was looked at', async () => {
  const bob = await reader('offline');
  expect(await bob.ask('library', 'show', 'lamps')).toMatchObject({ version: 1 });
  wrong = { index: status(503), pack: status(503) };
  expect(await bob.ask('library', 'import', 'lamps')).toMatchObject({ created: true });
});
