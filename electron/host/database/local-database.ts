import type { QueryClass } from '../../../shared/contract/define.ts';
import { calls } from '../../../shared/contract/index.ts';
import type { Publish } from '../data/call-context.ts';
import type { DataContext } from '../data/data-context.ts';
import { dataHandlers } from '../data/handlers.ts';
import { internalHandlers, type Internal, type InternalName } from '../data/internal.ts';
import { openWorkspace, openWorkspaceToRead, type Workspace } from '../workspace/workspace.ts';
import type { DatabaseWorkers } from './database-workers.ts';
import { inJob, type JobPlace } from './job.ts';

export interface LocalDatabaseOptions {
  dataDir: string;
  /** Called when the database has been opened. */
  onOpen: () => void;
  publish: Publish;
}

/** The database on the calling thread, which waits for every query: for a program that asks a few things and ends. */
export interface LocalDatabase extends DatabaseWorkers {
  /** Opens the database, for work that is carried out on this thread. @throws StoreError as `openWorkspace` does */
  workspace(): Workspace;
  /** The same for work that only reads: also where nothing may be written. */
  reading(): Workspace;
}

const internal: {
  readonly [N in InternalName]: (
    args: Parameters<Internal[N]>[0],
    context: DataContext,
  ) => Awaited<ReturnType<Internal[N]>> | Promise<Awaited<ReturnType<Internal[N]>>>;
} = internalHandlers;

/** @returns the database, opened at the first job that needs it; reading works where nothing may be written, too */
export function openLocalDatabase({ dataDir, onOpen, publish }: LocalDatabaseOptions): LocalDatabase {
  let opened: Workspace | null = null;

  function open(writes: boolean): Workspace {
    if (opened !== null && (opened.writable || !writes)) return opened;
    opened?.close();
    opened = null;
    opened = writes ? openWorkspace(dataDir) : openWorkspaceToRead(dataDir);
    onOpen();
    return opened;
  }

  const place = (writes: boolean): JobPlace => ({ workspace: () => open(writes), publish });

  return {
    workspace: () => open(true),
    reading: () => open(false),
    call: async (name, args, { window }) =>
      inJob(place(calls[name].effect === 'write'), window, (context) => dataHandlers[name](args, context)),
    ask<N extends InternalName>(queryClass: QueryClass, name: N, args: Parameters<Internal[N]>[0]) {
      type Value = Awaited<ReturnType<Internal[N]>>;
      const work: (context: DataContext) => Value | Promise<Value> = (context) =>
        internal[name](args, context);
      return inJob<Value>(place(queryClass === 'write'), null, work);
    },
    close: async () => {
      opened?.close();
      opened = null;
    },
  };
}
