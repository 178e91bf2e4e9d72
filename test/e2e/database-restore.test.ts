import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresFolder } from '../../scripts/test-tools.mjs';
import { noPostgres, startPostgres, type PostgresServer } from '../servers/postgres.ts';
import { studio } from './command-line.ts';
import { startFleetSite } from './fleet-site.ts';
import { startLampShop } from './lamp-shop.ts';

describe.skipIf(noPostgres !== null)(
  'a backup of a workspace that machines share',
  { timeout: 300_000 },
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.close());

    /** A new database, by its address and as the environment names it. */
    async function database(name: string): Promise<{ url: string; env: Record<string, string> }> {
      await server.query(`CREATE DATABASE ${name}`);
      const url = new URL(server.url(name));
      url.password = encodeURIComponent(server.password);
      return { url: server.url(name), env: { SPIDER_STUDIO_DATABASE: url.href } };
    }

    /** Runs a program of PostgreSQL. */
    function postgres(tool: string, ...args: string[]): void {
      const env = { ...process.env, PGPASSWORD: server.password };
      const { status, stderr } = spawnSync(join(postgresFolder(existsSync) ?? '', tool), args, {
        env,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
    }

    it('gives back rows and pages on another database, where a paused run goes on', async () => {
      const here = studio();
      const [first, second] = [await database('before'), await database('afterwards')];
      const ask = (args: string[]) => here.call(args, { env: first.env });
      const shared = join(here.folder, 'shared');
      expect((await ask(['database', 'objects', '--to', shared])).code).toBe(0);
      const { spider: shop } = await startLampShop();
      const site = await startFleetSite({ hosts: 4, pagesOfHost: 12 });
      for (const spider of [shop, site.spider])
        expect((await ask(['import', here.file(`${spider.name}.json`, spider)])).code).toBe(0);
      expect((await ask(['crawl', shop.name, '--allow-private', '--json'])).code).toBe(0);
      const release = site.hold();
      const crawling = ask(['crawl', 'fleet', '--allow-private', '--json']);
      await site.reached(4);
      const pausing = ask(['runs', 'pause', '2']);
      const states = async () =>
        (await ask(['runs', 'list', '--json'])).json<{ id: string; state: string }[]>();
      await expect
        .poll(states, { timeout: 60_000 })
        .toContainEqual(expect.objectContaining({ state: 'pausing' }));
      release();
      const [paused, crawled] = await Promise.all([pausing, crawling]);
      expect([paused.code, paused.stderr], paused.stdout).toEqual([0, expect.any(String)]);
      expect(crawled.json(), crawled.stderr).toMatchObject({ state: 'paused' });
      const exported = ['export', shop.name, '--format', 'jsonl'];
      const items = (await ask(exported)).stdout;

      const [dump, copy] = [join(here.folder, 'spiders.dump'), join(here.folder, 'copy')];
      const schemas = ['--schema=spider_studio', '--schema=spider_studio_jobs'];
      postgres('pg_dump', '--format=custom', `--file=${dump}`, ...schemas, first.url);
      cpSync(shared, copy, { recursive: true });
      await server.query('DROP DATABASE before WITH (FORCE)');
      rmSync(shared, { recursive: true });

      postgres('pg_restore', `--dbname=${second.url}`, '--no-owner', '--exit-on-error', dump);
      cpSync(copy, shared, { recursive: true });
      const there = studio();
      const askThere = (args: string[]) => there.call(args, { env: second.env });
      expect(await askThere(exported)).toMatchObject({ code: 0, stdout: items });
      const again = await askThere(['runs', 'reextract', '1', '--json']);
      expect([again.code, again.json()]).toMatchObject([0, { changed: 0, removed: 0 }]);
      const resumed = await askThere(['runs', 'resume', '2', '--json']);
      expect([resumed.code, resumed.json()]).toMatchObject([
        0,
        {
          state: 'completed',
          counters: { done: site.pages, failed: 0, items: site.pages },
          receipt: { itemsLost: 0, itemsDuplicated: 0 },
        },
      ]);
      expect(new Set(site.asked).size).toBe(site.pages);
      expect((await askThere(['crawl', shop.name, '--allow-private', '--json'])).code).toBe(0);
    });
  },
);
