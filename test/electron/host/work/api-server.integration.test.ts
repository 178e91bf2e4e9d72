import { createServer } from 'node:net';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openApiServer } from '../../../../electron/web/api-server.ts';
import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import type { CallArgs } from '../../../../shared/contract/index.ts';
import { openHost } from '../open-host.ts';

/** A host that can serve the API, on a data folder that outlives it. */
async function open(dataDir?: string) {
  const studio = await openHost(dataDir, { openApi: openApiServer });
  onTestFinished(() => studio.close());
  return studio;
}

/** The status of a request to the API with a key. */
const statusWith = async (origin: string | null, secret: string): Promise<number> =>
  (await fetch(`${origin}/api/spiders`, { headers: { authorization: `Bearer ${secret}` } })).status;

describe('the server of the API in a process with windows', () => {
  test('answers a key while it is on, and not after it was stopped', async () => {
    const studio = await open();
    const told = studio.follow('api', {});
    expect(await studio.call('api.state', {})).toMatchObject({ state: 'off', canServe: true, origin: null });
    const { origin } = await studio.call('api.start', { port: 0 });
    await told.until(({ state }) => state === 'on');
    const { key, secret } = await studio.call('keys.create', { name: 'reports' });
    expect(await statusWith(origin, secret)).toBe(200);
    await studio.call('keys.revoke', { key: key.id });
    await expect.poll(() => statusWith(origin, secret)).toBe(401);

    expect(await studio.call('api.stop', {})).toMatchObject({ state: 'off', startsAgain: false });
    await expect(statusWith(origin, secret)).rejects.toThrow('fetch failed');
    expect(told.events.map(({ state }) => state)).toEqual(['off', 'on', 'off']);
  });

  test('starts again with the next window, with the same setting', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-api-'));
    const first = await openHost(dataDir, { openApi: openApiServer });
    await first.call('api.start', { port: 0, origins: ['https://desk.example'] });
    await first.host.close();
    const later = await open(dataDir);
    const { startsAgain, setting } = await later.follow('api', {}).until(({ state }) => state === 'on');
    expect(startsAgain).toBe(true);
    expect(setting.origins).toEqual(['https://desk.example']);
  });

  test('is not served twice for one workspace', async () => {
    const one = await open();
    const { origin } = await one.call('api.start', { port: 0 });
    const other = await openHost(one.dataDir, { openApi: openApiServer });
    expect(await other.call('api.state', {})).toMatchObject({
      state: 'elsewhere',
      origin,
      process: process.pid,
      problem: null,
    });
    expect(await other.ask('api.start', { port: 0 })).toMatchObject({
      ok: false,
      error: { code: 'api-served', details: { origin } },
    });
    await one.call('api.stop', {});
    expect(await other.call('api.start', { port: 0 })).toMatchObject({ state: 'on' });
    await other.host.close();
  });

  test('says what is wrong with a port, an address or a missing name', async () => {
    const studio = await open();
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const bound = taken.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const refused: [CallArgs<'api.start'>, ErrorCode][] = [
      [{ port }, 'port-in-use'],
      [{ port: 0, address: '0.0.0.0' }, 'name-needed'],
      [{ port: 0, address: '192.0.2.7', names: ['crawl.example'] }, 'no-such-address'],
    ];
    for (const [setting, code] of refused) {
      const answer = await studio.ask('api.start', setting);
      expect(answer).toMatchObject({ ok: false, error: { code } });
      expect(await studio.call('api.state', {})).toMatchObject({ state: 'off', problem: { code } });
    }
    const { origin } = await studio.call('api.start', {
      port: 0,
      address: '0.0.0.0',
      names: ['crawl.example'],
    });
    expect(origin).toMatch(/^http:\/\/crawl\.example:\d+$/);
  });

  test('goes on as it was where a change does not work', async () => {
    const studio = await open();
    await studio.call('api.start', { port: 0 });
    const { secret } = await studio.call('keys.create', { name: 'reports' });
    const wrong = { address: '192.0.2.7', names: ['crawl.example'] };
    expect(await studio.ask('api.start', wrong)).toMatchObject({ error: { code: 'no-such-address' } });
    const state = await studio.call('api.state', {});
    expect(state).toMatchObject({ state: 'on', problem: null, setting: { address: '127.0.0.1' } });
    expect(await statusWith(state.origin, secret)).toBe(200);
  });

  test('cannot be served by a process without windows', async () => {
    const studio = await openHost();
    onTestFinished(() => studio.close());
    expect(await studio.call('api.state', {})).toMatchObject({ canServe: false });
    expect(await studio.ask('api.start', { port: 0 })).toMatchObject({ error: { code: 'not-here' } });
  });
});
