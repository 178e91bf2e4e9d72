import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { emptyEscalationState } from '../../../../electron/engine/proxy-state.ts';
import { migrate, migrations } from '../../../../electron/store/database/migrations/migrate.ts';
import { portsOf, scratchFolder, scratchStore, startedRun, removeForGood } from '../support.ts';

const known = () => {
  const state = emptyEscalationState();
  const host = {
    tier: 'datacenter' as const,
    since: 1,
    answered: 2,
    blocks: 0,
    patience: 1,
    loweredAt: null,
  };
  return { ...state, hosts: { 'example.org': host } };
};

describe('what a run knows about its ways', () => {
  it('is kept by run, replaced as a whole, and gone with the run', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    const { routes, control } = portsOf(store, run);
    expect(await routes.load()).toBeNull();
    expect(await store.queries.runs.tiers(run)).toBeNull();
    await routes.keep(emptyEscalationState());
    await routes.keep(known());
    expect(await routes.load()).toEqual(known());
    expect(await store.queries.runs.tiers(run)).toEqual(known().counts);
    await control.end('stopped', 'enough', 'stopped');
    await removeForGood(store.queries, { kind: 'run', run });
    expect(await routes.load()).toBeNull();
  });

  it.each(['{', '{}', '{"hosts":{"a":{"tier":"secret"}},"proxies":{},"counts":{}}'])(
    'that is damaged (%s) is a clear error',
    async (text) => {
      const path = join(scratchFolder(), 'spider-studio.db');
      const store = scratchStore(path);
      const run = await startedRun(store);
      await portsOf(store, run).routes.keep(known());
      const db = new Database(path);
      db.prepare('UPDATE routes SET state = ?').run(text);
      db.close();
      const damaged = `Run ${run} (its ways to the sites) cannot be read: what is stored there is damaged.`;
      await expect(portsOf(store, run).routes.load()).rejects.toThrow(damaged);
      await expect(store.queries.runs.tiers(run)).rejects.toThrow(damaged);
    },
  );

  it('has room in a database of the version before', async () => {
    const path = join(scratchFolder(), 'spider-studio.db');
    const db = new Database(path);
    migrate(
      db,
      path,
      migrations.filter(({ version }) => version < 4),
    );
    db.exec("INSERT INTO projects (name, created_at) VALUES ('default', 0)");
    db.close();
    const store = scratchStore(path);
    expect(store.backup).toBe(`${path}.v3.backup`);
    const { routes } = portsOf(store, await startedRun(store));
    await routes.keep(known());
    expect(await routes.load()).toEqual(known());
  });
});
