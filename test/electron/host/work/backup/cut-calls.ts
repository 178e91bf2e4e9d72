import Database from 'better-sqlite3';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** `once` as on a full disk, after which there is a clean-up; `for ever` as for a process that was killed. */
export type Ends = 'once' | 'for ever';

/** What changes something on a disk. Each call of one of them is a point at which work is cut off. */
const changing = [
  'chmodSync',
  'copyFileSync',
  'fdatasyncSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'mkdtempSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
  'writeFileSync',
  'writeSync',
] as const;
const changingLater = ['write', 'writev', 'fsync'] as const;
const ofHandles = ['appendFile', 'sync', 'write', 'writeFile'] as const;
const ofDatabases = ['exec', 'pragma'] as const;

/**
 * Does work whose calls that change something on a disk fail from one of them on: of Node, and of SQLite its statements.
 * @param at counted from 1
 * @returns how many calls there were, what they were, and whether the work succeeded
 */
export async function cutOff(
  at: number,
  ends: Ends,
  work: () => Promise<unknown>,
): Promise<{ calls: number; names: ReadonlySet<string>; isDone: boolean }> {
  let calls = 0;
  const names = new Set<string>();
  const undo: (() => void)[] = [];
  const isCut = (name: string): boolean => {
    calls += 1;
    names.add(name);
    return calls === at || (ends === 'for ever' && calls > at);
  };
  const failure = (name: string): Error =>
    Object.assign(new Error(`EIO: ${name}`), { code: 'EIO', syscall: 'write' });
  type Act = (this: unknown, ...args: unknown[]) => unknown;
  const replace = <N extends string>(of: Readonly<Record<N, unknown>>, name: N, wrap: (real: Act) => Act) => {
    const real = of[name] as Act;
    Object.assign(of, { [name]: wrap(real) });
    undo.push(() => Object.assign(of, { [name]: real }));
  };
  const throwing =
    (name: string) =>
    (real: Act): Act =>
      function (...args) {
        if (isCut(name)) throw failure(name);
        return real.apply(this, args);
      };
  for (const name of changing) replace(fs, name, throwing(name));
  for (const name of changingLater)
    replace(
      fs,
      name,
      (real) =>
        function (...args) {
          const done = args.at(-1);
          if (isCut(name) && typeof done === 'function') return process.nextTick(done, failure(name));
          return real.apply(this, args);
        },
    );
  for (const name of ofDatabases) replace(Database.prototype, name, throwing(`SQLite ${name}`));
  replace(
    fs.promises,
    'open',
    (real) =>
      async function (...args) {
        const handle = (await real.apply(this, args)) as fs.promises.FileHandle;
        for (const name of ofHandles) replace(handle, name, throwing(`FileHandle ${name}`));
        return handle;
      },
  );
  syncBuiltinESMExports();
  try {
    const isDone = await work().then(
      () => true,
      () => false,
    );
    return { calls, names, isDone };
  } finally {
    for (const step of undo.reverse()) step();
    syncBuiltinESMExports();
  }
}
