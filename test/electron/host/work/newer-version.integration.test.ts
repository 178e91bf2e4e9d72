import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNewerVersions } from '../../../../electron/host/work/newer-version.ts';
import { isNewer } from '../../../../electron/host/work/version-order.ts';
import { openHost } from '../open-host.ts';
import { endless, held, page, redirect, resets, shortBody, status } from '../../../servers/routes.ts';
import { startServer, type Route, type TestServer } from '../../../servers/server.ts';

const day = 24 * 60 * 60 * 1000;
const said = { version: '1.3.0', url: 'https://example.org/1.3.0', notes: 'Faster.' };
const json = (value: unknown): Route => page(JSON.stringify(value), { 'content-type': 'application/json' });

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A feed on loopback, and a clock that a test sets. */
async function serve(route: Route) {
  server = await startServer({ '/feed.json': route, '/moved.json': json(said) });
  const { log } = server;
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-versions-'));
  const feed = server.url('/feed.json');
  const clock = { now: 1_000_000 };
  const open = (more: object = {}) =>
    createNewerVersions({ dataDir, feed, version: '1.2.9', now: () => clock.now, ...more });
  return { open, dataDir, clock, asked: () => log.length };
}

describe('a newer version', () => {
  it('is told, with the page that offers it', async () => {
    const { open } = await serve(json({ ...said, sha256: 'more than is read' }));
    expect(await open().newer()).toEqual(said);
  });

  it('is asked for once a day, also by several windows at once and after a start', async () => {
    const { open, clock, asked } = await serve(json({ version: said.version, url: said.url }));
    const versions = open();
    const [first, second] = await Promise.all([versions.newer(), versions.newer()]);
    expect([first, second]).toEqual([
      { ...said, notes: null },
      { ...said, notes: null },
    ]);
    clock.now += day - 1;
    expect(await open().newer()).toMatchObject({ version: '1.3.0' });
    expect(asked()).toBe(1);
    clock.now += 1;
    await open().newer();
    expect(asked()).toBe(2);
    clock.now -= 10 * day;
    await open().newer();
    expect(asked()).toBe(3);
  });

  it('is none any more once it is installed', async () => {
    const { open, asked } = await serve(json(said));
    await open().newer();
    expect(await open({ version: '1.3.0' }).newer()).toBeNull();
    expect(asked()).toBe(1);
  });

  it.each<[string, Route]>([
    ['is not there', status(404)],
    ['fails', status(500, {}, JSON.stringify(said))],
    ['is no JSON', page('<h1>Sign in to the network</h1>')],
    ['says nothing', page('')],
    ['is something else', json([said])],
    ['names no version', json({ ...said, version: 'newest' })],
    ['names a number', json({ ...said, version: 2 })],
    ['offers a program', json({ ...said, url: 'file:///C:/Windows/System32/calc.exe' })],
    ['offers a script', json({ ...said, url: 'javascript:alert(1)' })],
    ['leads off the safe way', json({ ...said, url: 'http://example.org/' })],
    ['tells a novel', json({ ...said, notes: 'x'.repeat(3000) })],
    ['never ends', endless()],
    ['breaks off', shortBody],
    ['hangs up', resets],
    [
      'goes on where another may answer',
      redirect(({ origin }) => `${origin.replace('127.0.0.1', 'localhost')}/moved.json`),
    ],
    ['goes round in circles', redirect('/feed.json')],
  ])('is not told by a feed that %s', async (_, route) => {
    const { open, dataDir } = await serve(route);
    expect(await open().newer()).toBeNull();
    expect(JSON.parse(readFileSync(join(dataDir, 'newer-version.json'), 'utf8'))).toMatchObject({
      newest: null,
    });
  });

  it('is followed to where the feed has moved', async () => {
    const { open } = await serve(redirect('/moved.json'));
    expect(await open().newer()).toEqual(said);
  });

  it('stays known while the feed is away', async () => {
    const { open, clock, dataDir } = await serve(json(said));
    await open().newer();
    await server?.close();
    clock.now += 2 * day;
    expect(await open().newer()).toEqual(said);
    expect(JSON.parse(readFileSync(join(dataDir, 'newer-version.json'), 'utf8'))).toMatchObject({
      askedAt: clock.now,
    });
  });

  it.each(['', 'null', '{"askedAt":"today"}', '{"feed":1}'])(
    'is asked for where %j is kept',
    async (text) => {
      const { open, dataDir } = await serve(json(said));
      writeFileSync(join(dataDir, 'newer-version.json'), text);
      expect(await open().newer()).toEqual(said);
    },
  );

  it('is given up when the application ends, and nothing is kept of it', async () => {
    const { route, reached, release } = held(json(said));
    const { open, dataDir } = await serve(route);
    const versions = open();
    const newer = versions.newer();
    await reached;
    versions.close();
    expect(await newer).toBeNull();
    expect(existsSync(join(dataDir, 'newer-version.json'))).toBe(false);
    release();
  });

  it.each([null, '', 'http://example.org/feed.json', 'file:///etc/passwd', 'nonsense'])(
    'is never asked for at %j',
    async (feed) => {
      const { open, dataDir } = await serve(json(said));
      const versions = open({ feed });
      expect([versions.hasFeed, await versions.newer()]).toEqual([false, null]);
      expect(existsSync(join(dataDir, 'newer-version.json'))).toBe(false);
    },
  );
});

it('is not asked for where the person has turned that off', async () => {
  const { asked } = await serve(json({ ...said, version: '999.0.0' }));
  vi.stubEnv('SPIDER_STUDIO_VERSION_FEED', server?.url('/feed.json'));
  const studio = await openHost();
  vi.unstubAllEnvs();
  const choose = (on: boolean) =>
    studio.call('app.setPreferences', { patch: { choices: { 'ask-for-newer-versions': on } } });
  await choose(false);
  expect(await studio.call('app.newerVersion', {})).toEqual({ hasFeed: true, newer: null });
  expect(asked()).toBe(0);
  await choose(true);
  expect(await studio.call('app.newerVersion', {})).toMatchObject({ newer: { version: '999.0.0' } });
  await studio.close();
});

describe('the order of versions', () => {
  // As in the example of semver.org, each newer than the one before.
  const inOrder = [
    '0.9.10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.2',
    '1.0.10',
    '1.2.0',
    '2.0.0',
  ];

  it('is that of their numbers, and what comes before one is older', () => {
    const wrong = inOrder.flatMap((a, i) =>
      inOrder.filter((b, j) => isNewer(a, b) !== i > j).map((b) => `${a} ${b}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['', '1', 'v2.0.0', '2.0', '2.0.0+build', '2.0.0-', `2.0.${'9'.repeat(20)}`])(
    '%j is none',
    (version) => expect([isNewer(version, '1.0.0'), isNewer('3.0.0', version)]).toEqual([false, false]),
  );
});
