import { join } from 'node:path';
import type { OpenOptions } from '../../../../electron/store/open.ts';
import { portsOf, scratchFolder, scratchStore } from '../support.ts';
import { startTime, type Studio } from './studio.ts';

/** A studio on SQLite, filled as the application fills it: by saved spiders and by sessions of runs. */
export function sqliteStudio(
  path = ':memory:',
  world = { time: startTime, isAlive: true },
  options: Pick<OpenOptions, 'datasetStep'> = {},
): Studio {
  const store = scratchStore(path, { now: () => world.time, isAlive: () => world.isAlive, ...options });
  return {
    queries: store.queries,
    storesNul: true,
    session: (run) => portsOf(store, run, { rowsTravel: true }),
    setOwnersAlive: (alive) => {
      world.isAlive = alive;
    },
    pass: (ms) => {
      world.time += ms;
    },
  };
}

/** Two connections to one database. */
export function sqliteStudios(): [Studio, Studio] {
  const path = join(scratchFolder(), 'spider-studio.db');
  const world = { time: startTime, isAlive: true };
  return [sqliteStudio(path, world), sqliteStudio(path, world)];
}
