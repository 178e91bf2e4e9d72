import type { QueryClass } from '../../../shared/contract/define.ts';
import { calls } from '../../../shared/contract/index.ts';
import type { Publish } from '../data/call-context.ts';
import type { DataContext } from '../data/data-context.ts';
import { dataHandlers } from '../data/handlers.ts';
import { internalHandlers, type Internal, type InternalName } from '../data/internal.ts';
import { openWorkspace, openWorkspaceOrReadOnly, type Workspace } from '../workspace/workspace.ts';
import type { DatabaseWorkers } from './database-workers.ts';
import { inJob, type JobPlace } from './job.ts';

/** Options of `openLocalDatabase`. */
export interface LocalDatabaseOptions {
  dataDir: string;
  /** Called once the database is open. */
  onOpen: () => void;
  publish: Publish;
}

/** The database on the calling thread, for short-lived programs. Queries block the thread. */
export interface LocalDatabase extends DatabaseWorkers {
  /** The opened workspace. @throws StoreError like `openWorkspace` */
  workspace(): Workspace;
  /** The workspace for reading, also where nothing can be written. @throws StoreError like `openWorkspaceOrReadOnly` */
  reading(): Workspace;
}

const internal: {
  readonly [N in InternalName]: (
    args: Parameters<Internal[N]>[0],
    context: DataContext,
  ) => Awaited<ReturnType<Internal[N]>> | Promise<Awaited<ReturnType<Internal[N]>>>;
} = internalHandlers;

/** Creates a database that is opened by the first job that needs it. */
export function openLocalDatabase({ dataDir, onOpen, publish }: LocalDatabaseOptions): LocalDatabase {
  let opened: Workspace | null = null;

  function open(writes: boolean): Workspace {
    if (opened !== null && (opened.writable || !writes)) return opened;
    opened?.close();
    opened = null;
    opened = writes ? openWorkspace(dataDir) : openWorkspaceOrReadOnly(dataDir);
    onOpen();
    return opened;
  }

  const place = (writes: boolean): JobPlace => ({ workspace: () => open(writes), publish });

  return {
    workspace: () => open(true),
    reading: () => open(false),
    call: async (name, args, { window, client = null }) =>
      inJob(place(calls[name].effect === 'write'), { window, client }, (context) =>
        dataHandlers[name](args, context),
      ),
    ask<N extends InternalName>(queryClass: QueryClass, name: N, args: Parameters<Internal[N]>[0]) {
      type Value = Awaited<ReturnType<Internal[N]>>;
      const work: (context: DataContext) => Value | Promise<Value> = (context) =>
        internal[name](args, context);
      return inJob<Value>(place(queryClass === 'write'), { window: null, client: null }, work);
    },
    close: async () => {
      opened?.close();
      opened = null;
    },
  };
}
