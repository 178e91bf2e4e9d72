import { HostPool } from '../../../threads/host-pool.ts';
import type { StoredWork, Waiting } from './stored-work.ts';

/** Work with backups in object storages, and what ends it. */
export interface StoredBackups extends StoredWork {
  close(): Promise<void>;
}

/** Time that cancelled work has to end, in milliseconds: a database is copied in one go. */
const graceMs = 10_000;

/** Works in a thread of its own, which starts when it is needed: copying and checking a large database takes seconds. */
export function createStoredBackups(data: { dataDir: string; proxyChannel: string | null }): StoredBackups {
  const pool = new HostPool({
    entry: new URL('./stored-worker.ts', import.meta.url),
    data,
    threads: 2,
    keepIdle: false,
    timeLimitMs: null,
    graceMs,
  });
  const run =
    (name: keyof StoredWork) =>
    (args: object, { signal, onPercent }: Waiting): Promise<never> =>
      pool.run(name, args, { signal, onNote: onPercent });
  return {
    create: run('create'),
    list: run('list'),
    verify: run('verify'),
    restore: run('restore'),
    prune: run('prune'),
    items: run('items'),
    close: () => pool.close({ wait: false }),
  };
}

/** Works on the calling thread, for programs that wait for the result. Nothing is loaded before the first work. */
export function createLocalStoredBackups(data: {
  dataDir: string;
  proxyChannel: string | null;
}): StoredBackups {
  let work: Promise<StoredWork> | null = null;
  const loaded = (): Promise<StoredWork> =>
    (work ??= import('./stored-work.ts').then(({ createStoredWork }) => createStoredWork(data)));
  return {
    create: async (args, waiting) => (await loaded()).create(args, waiting),
    list: async (args, waiting) => (await loaded()).list(args, waiting),
    verify: async (args, waiting) => (await loaded()).verify(args, waiting),
    restore: async (args, waiting) => (await loaded()).restore(args, waiting),
    prune: async (args, waiting) => (await loaded()).prune(args, waiting),
    items: async (args, waiting) => (await loaded()).items(args, waiting),
    close: () => Promise.resolve(),
  };
}
