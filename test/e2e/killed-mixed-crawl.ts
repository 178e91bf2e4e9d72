import { expect } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { studio } from './command-line.ts';
import { ledgerOf, resultOf, seededNumbers } from './data-folder.ts';
import { startMixedSite } from './mixed-site.ts';

/** Answers between two kills. */
const fewest = 6;
const most = 24;

const env = { SPIDER_STUDIO_BROWSER: testBrowser(), DBUS_SESSION_BUS_ADDRESS: 'none:' };

type Site = Awaited<ReturnType<typeof startMixedSite>>;

/** A workspace with the spider of the site and a login that was made now. */
async function workspaceFor(site: Site) {
  const { call, data, file } = studio();
  await call(['import', file('mixed.json', site.spider)]);
  const login = await call(['session', 'import', 'members', file('state.json', site.logIn())], { env });
  expect(login.code, login.stdout).toBe(0);
  const items = async (): Promise<string[]> => {
    const { stdout } = await call(['export', 'mixed', '--format', 'jsonl']);
    const lines = stdout.trim().split('\n');
    return lines.map((text) => lineOf(JSON.parse(text))).sort();
  };
  return { call, data, items };
}

function lineOf(item: unknown): string {
  const of = (value: unknown, key: string): string => String(Reflect.get(Object(value), key) ?? '');
  return [of(item, 'title'), of(item, 'row'), of(Reflect.get(Object(item), 'file'), 'sha256')].join(' | ');
}

/** What the run has come to: several requests of it have one URL. */
async function sortedResultOf(data: string): Promise<{ pages: string[]; items: string[] }> {
  const { pages, items } = await resultOf(data, '1');
  const sorted = (rows: object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  return { pages: sorted(pages), items: sorted(items) };
}

/**
 * Kills a crawl of a site of every kind again and again, at points that look random: in the end each item and each file is there once,
 * and the run has come to what an uninterrupted one comes to.
 */
export async function expectAllOnce(kills: number, seed: number): Promise<void> {
  const site = await startMixedSite();
  const calm = await workspaceFor(site);
  const uninterrupted = await calm.call(['crawl', 'mixed', '--allow-private', '--json'], { env });
  const whole = uninterrupted.json<{ state: string; counters: Record<string, number> }>();
  expect(whole, uninterrupted.stderr).toMatchObject({
    state: 'completed',
    counters: { failed: 0, queued: 0 },
  });
  expect(await calm.items()).toEqual(site.expected);

  const { call, data, items } = await workspaceFor(site);
  const seeded = seededNumbers(seed);
  const told: object[] = [];
  for (let n = 1; n <= kills; n += 1) {
    const answers = seeded(fewest, most);
    const moment = seeded(0, 1) === 0 ? 'before' : 'with';
    const killed = await call(
      n === 1 ? ['crawl', 'mixed', '--allow-private', '--json'] : ['runs', 'resume', '1', '--json'],
      { env, onStart: (child) => site.begin({ answers, moment, kill: () => child.kill('SIGKILL') }) },
    );
    if (killed.code !== null) break;
    const { state, damage } = await ledgerOf(data, '1');
    told.push({ answers, moment });
    expect({ state, damage }).toEqual({ state: 'interrupted', damage: [] });
  }
  expect(told.length).toBeGreaterThan(Math.min(kills, 4));

  site.begin();
  const { state } = await ledgerOf(data, '1');
  const last = state === 'interrupted' ? await call(['runs', 'resume', '1', '--json'], { env }) : null;
  expect(last?.json() ?? { state }, JSON.stringify(told)).toMatchObject({ state: 'completed' });
  expect(await items()).toEqual(site.expected);
  const shown = (await call(['runs', 'show', '1', '--json'])).json<{ counters: Record<string, number> }>();
  expect(shown).toMatchObject({
    counters: whole.counters,
    receipt: { givenUp: 0, itemsLost: 0, itemsDuplicated: 0 },
  });
  expect(await sortedResultOf(data)).toEqual(await sortedResultOf(calm.data));
}
