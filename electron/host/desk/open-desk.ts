import { ownerAlive, type RunOwner } from '../../store/owner.ts';
import { HostError } from '../errors.ts';
import { openWorkspace, openWorkspaceForReading } from '../workspace.ts';
import type { DeskContext } from './context.ts';
import { deskHandlers } from './handlers.ts';
import { internalHandlers } from './internal.ts';
import type { DeskJob, DeskWorkerData } from './jobs.ts';

type Work = (args: never, context: DeskContext) => unknown;

const all: Readonly<Record<string, Work>> = { ...deskHandlers, ...internalHandlers };

/** How long it is believed that another process is still there, in milliseconds: some systems start a program to tell. */
const believedFor = 2000;

/** How long nothing is written before the log is moved into the database, in milliseconds. */
const idleMs = 1000;

/** A connection to the database, with all the work that can be done at it. */
export function openDesk(
  { dataDir, readonly }: DeskWorkerData,
  publish: DeskContext['publish'],
): {
  work(name: string, job: DeskJob<never>): unknown;
} {
  const workspace = readonly
    ? openWorkspaceForReading(dataDir, { isAlive: rememberAlive() })
    : openWorkspace(dataDir);
  let idle: NodeJS.Timeout | undefined;
  const checkpointWhenIdle = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => workspace.store.checkpoint(), idleMs).unref();
  };
  return {
    work(name, { window, args }) {
      const work = Object.hasOwn(all, name) ? all[name] : undefined;
      if (work === undefined) throw new HostError('unknown-call', `There is no call "${name}".`);
      // Who hears of a change reads again at once: all of it has to be there.
      const told: (() => void)[] = [];
      try {
        return work(args, {
          workspace,
          window,
          publish: (topic, event) => told.push(() => publish(topic, event)),
        });
      } finally {
        for (const tell of told) tell();
        if (!readonly) checkpointWhenIdle();
      }
    },
  };
}

/** Asks for another process once in a while only; this one is always there. */
function rememberAlive(): (owner: RunOwner) => boolean {
  const known = new Map<string, { alive: boolean; at: number }>();
  return (owner) => {
    if (owner.pid === process.pid) return ownerAlive(owner);
    const key = JSON.stringify(owner);
    const before = known.get(key);
    const now = performance.now();
    // Who is gone does not come back; a process number that is used again has another start.
    if (before !== undefined && (!before.alive || now - before.at < believedFor)) return before.alive;
    const alive = ownerAlive(owner);
    known.set(key, { alive, at: now });
    return alive;
  };
}
