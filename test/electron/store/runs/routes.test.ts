import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { emptyEscalationState } from '../../../../electron/engine/proxy-state.ts';
import { migrate, migrations } from '../../../../electron/store/database/migrations/migrate.ts';
import { newRun, scratchFolder, scratchStore } from '../support.ts';

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
    const run = await newRun(store);
    expect(store.routes.of(run)).toBeNull();
    await store.routes.keep(run, emptyEscalationState());
    await store.routes.keep(run, known());
    expect(store.routes.of(run)).toEqual(known());
    store.runs.start(run);
    store.runs.setState(run, 'stopped', 'enough');
    store.runs.delete(run);
    expect(store.routes.of(run)).toBeNull();
  });

  it.each(['{', '{}', '{"hosts":{"a":{"tier":"secret"}},"proxies":{},"counts":{}}'])(
    'that is damaged (%s) is a clear error',
    async (text) => {
      const path = join(scratchFolder(), 'spider-studio.db');
      const store = scratchStore(path);
      const run = await newRun(store);
      await store.routes.keep(run, known());
      const db = new Database(path);
      db.prepare('UPDATE routes SET state = ?').run(text);
      db.close();
      expect(() => store.routes.of(run)).toThrow(
        `Run ${run} (its ways to the sites) cannot be read: what is stored there is damaged.`,
      );
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
    const run = await newRun(store);
    await store.routes.keep(run, known());
    expect(store.routes.of(run)).toEqual(known());
  });
});
