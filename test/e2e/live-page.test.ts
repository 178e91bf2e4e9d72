import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProxy } from '../servers/proxy.ts';
import { testBrowser } from '../electron/browser/support.ts';
import { livePassword, livePlaces, liveSite } from './live-site.ts';
import {
  browsersOf,
  doors,
  isRunning,
  newFolder,
  opened,
  patient,
  ref,
  size,
  spiderText,
  Viewer,
  type Door,
} from './live-viewer.ts';
import { startWebStudio } from './web-studio.ts';

describe.each(Object.keys(doors))('a live page at the %s door', (name) => {
  const openDoor = (): Promise<Door> => (doors[name] ?? Promise.reject)();

  it(
    'is used: a banner, a search, a list of choices, more to load; and is kept',
    { timeout: 300_000 },
    async () => {
      const site = await liveSite();
      onTestFinished(() => site.close());
      const viewer = await opened(await openDoor(), `${site.origin}/`);
      await vi.waitFor(
        async () => expect(await viewer.state()).toMatchObject({ phase: 'ready', title: 'Lamps' }),
        patient,
      );
      await vi.waitFor(() => expect(viewer.frames.length).toBeGreaterThan(0), patient);
      const [first] = viewer.frames;
      expect(first).toMatchObject(size);
      expect([...(first?.picture.slice(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);

      await viewer.click(livePlaces.agree);
      const dismiss = { dismiss: '.agree' };
      await vi.waitFor(async () => expect(await viewer.actions()).toEqual([dismiss]), patient);
      for (let times = 1; times <= 3; times += 1) {
        await viewer.click(livePlaces.more);
        await vi.waitFor(async () => {
          expect((await viewer.actions()).at(-1)).toMatchObject(times === 1 ? { click: '.more' } : { times });
        }, patient);
      }
      await viewer.click(livePlaces.kind);
      await vi.waitFor(async () => expect((await viewer.state()).choices?.options).toHaveLength(2), patient);
      await viewer.input({ kind: 'choose', index: 1 });
      await vi.waitFor(
        async () => expect((await viewer.actions()).at(-1)).toMatchObject({ fill: 'select[name="kind"]' }),
        patient,
      );
      await viewer.click(livePlaces.ask);
      await vi.waitFor(
        async () => expect((await viewer.state()).notes.join()).toContain('Is the light on?'),
        patient,
      );
      // The person takes back what was only tried.
      const last = (await viewer.state()).actions.at(-1);
      expect(last?.action).toMatchObject({ click: '.ask' });
      await viewer.call('live.forgetActions', { live: viewer.live, actions: [last?.id ?? 0] });

      const taken = await viewer.call('live.takePage', { live: viewer.live });
      expect(taken.sources).toBeGreaterThan(0);
      const { sources } = await viewer.call('pages.propose', { page: taken.page.id });
      expect(sources[0]?.url).toContain('/api/lamps');
      expect(taken.page).toMatchObject({ source: 'rendered', title: 'Lamps', url: `${site.origin}/` });
      const { text } = await viewer.call('pages.source', { page: taken.page.id, offset: 0, length: 100_000 });
      expect(text).toContain('Lamp 4.2');
      expect(text).not.toContain('I agree</button>');

      await viewer.click(livePlaces.search);
      await viewer.type('desk');
      await viewer.input({ kind: 'text', text: 'é' });
      await viewer.press('Enter');
      await vi.waitFor(
        async () => expect(await viewer.state()).toMatchObject({ title: 'Found', canGoBack: true }),
        patient,
      );
      const host = site.origin.replace('http://', '').replaceAll('.', String.raw`\.`);
      const on = [`//${host}/(?:[?#]|$)`];
      expect(await viewer.actions()).toEqual([
        dismiss,
        { click: '.more', times: 3, on },
        { fill: 'select[name="kind"]', value: 'Desk', on },
        { fill: 'input[name="q"]', value: 'deské', on },
        { press: 'Enter', on },
      ]);
      await viewer.call('live.navigate', { live: viewer.live, step: 'back' });
      await vi.waitFor(async () => expect(await viewer.state()).toMatchObject({ title: 'Lamps' }), patient);
      await viewer.call('live.close', { live: viewer.live });
      expect(await viewer.door.ask('live.state', { live: viewer.live })).toMatchObject({
        ok: false,
        error: { code: 'unknown-live' },
      });
    },
  );

  it('logs in: the login is kept, the password nowhere', { timeout: 300_000 }, async () => {
    const site = await liveSite();
    onTestFinished(() => site.close());
    const door = await openDoor();
    const viewer = await opened(door, `${site.origin}/login`);
    await vi.waitFor(async () => expect(await viewer.state()).toMatchObject({ phase: 'ready' }), patient);
    await viewer.click(livePlaces.user);
    await viewer.type('ada');
    await viewer.click(livePlaces.word);
    await viewer.input({ kind: 'text', text: livePassword });
    await viewer.press('Enter');
    await vi.waitFor(async () => expect(await viewer.state()).toMatchObject({ title: 'Members' }), patient);
    expect(site.posted).toEqual([`user=ada&word=${livePassword}`]);
    expect(await viewer.state()).toMatchObject({ actions: [], hasSecret: true });

    const login = await viewer.call('live.keepLogin', { live: viewer.live, name: 'shop' });
    expect(login).toMatchObject({ name: 'shop', domains: ['127.0.0.1'], cookies: 1 });
    await viewer.call('live.close', { live: viewer.live });
    for (const file of readdirSync(door.dataDir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      expect(readFileSync(join(file.parentPath, file.name)).includes(livePassword), file.name).toBe(false);
    }

    // A live page for a spider with the login begins logged in.
    const text = spiderText(`${site.origin}/login`, { SESSION: 'shop' });
    const again = await viewer.call('live.open', {
      ...ref,
      text,
      url: `${site.origin}/member`,
      size,
      allowPrivate: true,
    });
    const page = await viewer.call('live.takePage', { live: again.live });
    const { text: html } = await viewer.call('pages.source', {
      page: page.page.id,
      offset: 0,
      length: 10_000,
    });
    expect(html).toContain('Welcome back');
    await viewer.call('live.close', { live: again.live });
  });

  it(
    'refuses private addresses unless they are allowed, and a third live page',
    { timeout: 300_000 },
    async () => {
      const site = await liveSite();
      onTestFinished(() => site.close());
      const viewer = await opened(await openDoor(), `${site.origin}/`);
      const wish = { ...ref, url: `${site.origin}/`, size, allowPrivate: false };
      expect(await viewer.door.ask('live.open', wish)).toMatchObject({
        ok: false,
        error: {
          code: 'fetch-failed',
          details: { reason: 'blocked-address' },
          action: { action: 'allow-private' },
        },
      });
      const second = await viewer.call('live.open', { ...wish, allowPrivate: true });
      expect(await viewer.door.ask('live.open', wish)).toMatchObject({
        ok: false,
        error: { code: 'too-busy' },
      });
      await viewer.call('live.close', { live: second.live });
    },
  );

  // A second browser takes the place of the first, which a busy machine may not give its time.
  const slow = { timeout: 60_000, retry: 2 };
  it('goes through a proxy of the settings that works, and tells which', slow, async () => {
    const site = await liveSite();
    const hosts = { 'shop.test': '127.0.0.1' };
    const bad = await startProxy({ kind: 'http', hosts, demands: 'ada:secret' });
    const good = await startProxy({ kind: 'http', hosts });
    onTestFinished(async () => {
      site.close();
      await Promise.all([bad.close(), good.close()]);
    });
    const door = await openDoor();
    const viewer = new Viewer(door);
    const url = site.origin.replace('127.0.0.1', 'shop.test');
    await viewer.call('spiders.save', {
      project: ref.project,
      spider: null,
      text: spiderText(url, { PROXY_TIERS: ['datacenter'] }),
      base: null,
    });
    for (const { url: address } of [bad, good]) {
      const named = {
        project: ref.project,
        tier: 'datacenter',
        url: address,
        secret: null,
      } as const;
      await viewer.call('proxies.add', named);
    }
    await viewer.open(`${url}/`);
    await viewer.is({ title: 'Lamps' });
    await viewer.tells(`The page goes through the datacenter proxy ${good.url} until it is closed.`);
    expect(good.log.length).toBeGreaterThan(0);
  });

  // What runs is asked with `ps`, which Windows does not have.
  it.skipIf(process.platform === 'win32')(
    'ends when nobody follows its pictures any more, and leaves no browser behind',
    { timeout: 300_000 },
    async () => {
      const site = await liveSite();
      onTestFinished(() => site.close());
      const viewer = await opened(await openDoor(), `${site.origin}/`);
      await vi.waitFor(() => expect(viewer.frames.length).toBeGreaterThan(0), patient);
      const browsers = browsersOf(viewer.door.pid);
      expect(browsers.length).toBeGreaterThan(0);
      await viewer.leave();
      await vi.waitFor(() => expect(browsers.filter(isRunning)).toEqual([]), { ...patient, timeout: 60_000 });
      const left = (): unknown => viewer.door.ask('live.state', { live: viewer.live });
      await vi.waitFor(async () => expect(await left()).toMatchObject({ ok: false }), patient);
    },
  );
});

it.skipIf(process.platform === 'win32')(
  'a host that is killed leaves no browser of a live page behind',
  { timeout: 300_000 },
  async () => {
    const site = await liveSite();
    onTestFinished(() => site.close());
    const studio = await startWebStudio(newFolder(), [], { SPIDER_STUDIO_BROWSER: testBrowser() });
    onTestFinished(() => studio.close());
    const door = { ask: studio.ask, get: studio.get, dataDir: '', pid: studio.child.pid ?? 0 };
    const viewer = await opened(door, `${site.origin}/`);
    await vi.waitFor(() => expect(viewer.frames.length).toBeGreaterThan(0), patient);
    const browsers = browsersOf(door.pid);
    expect(browsers.length).toBeGreaterThan(0);
    await studio.stop('SIGKILL');
    await vi.waitFor(() => expect(browsers.filter(isRunning)).toEqual([]), { ...patient, timeout: 60_000 });
  },
);
