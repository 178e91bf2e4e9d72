import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { startLampShop } from './lamp-shop.ts';

const preload = new URL('./kill-on-call.mjs', import.meta.url).href;

/** The URLs of the items in a file. */
function urlsIn(file: string, format: string): unknown[] {
  if (format !== 'sqlite') return readFileSync(file, 'utf8').match(/http:[^\s",]*/g) ?? [];
  const db = new Database(file, { readonly: true });
  const urls = db.prepare('SELECT url FROM items').pluck().all();
  db.close();
  return urls;
}

it.each(['csv', 'jsonl', 'sqlite'])(
  '%s: an export of new items that is killed beside the moment of its file is repeated so that each item is there once',
  async (format) => {
    const { spider } = await startLampShop();
    const { call, file, folder } = studio();
    await call(['import', file('shop.json', spider)]);
    const crawl = () => call(['crawl', spider.name, '--allow-private']);
    await crawl();
    const target = join(folder, `all.${format}`);
    const line = [
      'export',
      spider.name,
      '--format',
      format,
      '--columns',
      'url',
      '--since',
      'last',
      '--append',
    ];
    const exported = () => call([...line, '--output', target]);
    const killed = async (moment: string, name: string) => {
      const env = { NODE_OPTIONS: `--import=${preload}`, KILL_ON_CALL: `${moment}|${name}|${target}` };
      const { code } = await call([...line, '--output', target], { env });
      expect([code, moment, name]).toEqual([null, moment, name]);
    };
    await killed('before', 'linkSync');
    await killed('after', 'linkSync');
    expect((await exported()).stderr).toContain('No item is new.');
    const once = urlsIn(target, format).length;
    expect(once).toBeGreaterThan(0);
    await crawl();
    await killed('before', 'renameSync');
    expect(urlsIn(target, format)).toHaveLength(once);
    await killed('after', 'renameSync');
    expect((await exported()).code).toBe(0);
    expect(urlsIn(target, format)).toHaveLength(2 * once);
  },
);
