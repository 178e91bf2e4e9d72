import { HostError } from '../errors.ts';
import { openWorkspace, openWorkspaceReadOnly } from '../workspace/workspace.ts';
import type { DataContext } from '../data/data-context.ts';
import { dataHandlers } from '../data/handlers.ts';
import { internalHandlers } from '../data/internal.ts';
import { inJob } from './job.ts';
import type { DatabaseJob, DatabaseWorkerData } from './jobs.ts';

type Work = (args: never, context: DataContext) => unknown;

const all: Readonly<Record<string, Work>> = { ...dataHandlers, ...internalHandlers };

/** Idle time before a checkpoint of the write-ahead log, in milliseconds. */
const idleMs = 1000;

/** Opens a connection, and returns the function that runs jobs on it. */
export function openDatabase(
  { dataDir, readonly }: DatabaseWorkerData,
  publish: DataContext['publish'],
): {
  work(name: string, job: DatabaseJob<never>): Promise<unknown>;
  /** Closes the connection, and removes the file that stood for it among the owners of runs. */
  close(): void;
} {
  const workspace = readonly ? openWorkspaceReadOnly(dataDir) : openWorkspace(dataDir);
  let idle: NodeJS.Timeout | undefined;
  const checkpointWhenIdle = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => workspace.checkpoint(), idleMs).unref();
  };
  return {
    async work(name, { args, ...caller }) {
      const work = Object.hasOwn(all, name) ? all[name] : undefined;
      if (work === undefined) throw new HostError('unknown-call', `There is no call "${name}".`);
      try {
        return await inJob({ workspace: () => workspace, publish }, caller, (context) => work(args, context));
      } finally {
        if (!readonly) checkpointWhenIdle();
      }
    },
    close() {
      clearTimeout(idle);
      workspace.close();
    },
  };
}
