import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addProxy } from '../../../../../electron/host/data/proxies.ts';
import { LiveRoutes } from '../../../../../electron/host/work/live/live-routes.ts';
import type { Settings } from '../../../../../shared/spider/settings-schema.ts';
import { readSettings } from '../../../../../shared/spider/settings.ts';

const project = 'default';
const urls = ['http://a.example:8080', 'http://b.example:8080'];

/** Routes for a project with two proxies. @param at which of them is first, from 0 up to 1 */
function routes(settings: Settings, at = 0): LiveRoutes {
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-routes-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  for (const url of urls) addProxy({ dataDir }, { project, tier: 'datacenter', url, secret: null });
  return new LiveRoutes({ dataDir, project, url: 'https://shop.example/' }, readSettings(settings), () => at);
}

it.each<[string, Settings, number, string | null | undefined]>([
  ['directly, as a crawl begins', {}, 0, null],
  ['through a proxy where PROXY_TIERS names no direct way', { PROXY_TIERS: ['datacenter'] }, 0, urls[0]],
  ['through another one at another time', { PROXY_TIERS: ['datacenter'] }, 0.5, urls[1]],
])('a live page goes %s', async (_, settings, at, url) => {
  const route = await routes(settings, at).next();
  expect(route).toMatchObject({ proxy: url === null ? null : { url } });
  expect(Reflect.get(route, 'told')).toBe(
    url === null ? null : `The page goes through the datacenter proxy ${url} until it is closed.`,
  );
});

it('takes the next proxy where one fails, and no other way', async () => {
  const ways = routes({ PROXY_TIERS: ['datacenter'] });
  const gone = { code: 'proxy', message: 'It is gone.', transient: true } as const;
  await ways.next();
  expect(ways.failed({ ...gone, code: 'connection' })).toBe(false);
  await ways.next();
  expect(ways.failed(gone)).toBe(true);
  await ways.next();
  expect(ways.failed(gone)).toBe(false);
  expect(await ways.next()).toMatchObject({ code: 'proxy' });
});
