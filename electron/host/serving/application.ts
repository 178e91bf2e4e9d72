import { isDataCall, type CallArgs, type CallName, type CallValue } from '../../../shared/contract/index.ts';
import type { CallContext, Publish, RunObserver } from '../data/call-context.ts';
import { openLocalDatabase } from '../database/local-database.ts';
import { logFault } from '../log.ts';
import { folderWarning } from '../workspace/folder-warning.ts';
import { requireFitDatabase } from '../workspace/shared-database.ts';
import { createDatasetKeeper } from './dataset-keeper.ts';
import { createDispatcher, type Dispatch } from './dispatcher.ts';
import type { ExportCallName } from './export-handlers.ts';
import { requireSqliteFor } from './sqlite-calls.ts';
import type { LocalExportWork } from './local-export-work.ts';
import type { LocalWork } from './local-work.ts';

/** Options of `openApplication`. */
export interface ApplicationOptions {
  /** Name of the calling program, for the log. */
  client: string;
  dataDir: string;
  /** Called with a warning about the place of the data folder, once it is open. */
  onWarning?: (warning: string) => void;
  /** Receives every event of the topics. */
  publish?: Publish;
}

/** Capabilities that a program gives to one of its calls. */
export type CallOptions = Partial<
  Pick<CallContext, 'signal' | 'observer' | 'output' | 'onDownload' | 'onTransfer' | 'onChecked'>
>;

/**
 * The application for short-lived programs: the calls of the contract, answered on the calling thread. Modules are loaded and the
 * data folder is opened by the first call that needs them.
 */
export interface Application {
  /** Makes a call whose arguments the compiler has checked. @throws HostError, StoreError */
  call<N extends CallName>(name: N, args: CallArgs<N>, options?: CallOptions): Promise<CallValue<N>>;
  /** Makes a call whose arguments are checked at run time. Never rejects. */
  readonly dispatch: Dispatch;
  /** Pauses runs in progress, and closes the data folder. */
  close(): Promise<void>;
}

export type { RunObserver };

const never = new AbortController().signal;
/** Programs may use any path. */
const takePath = (): boolean => true;

/** Opens the application on a data folder, which is created where needed. */
export function openApplication({
  client,
  dataDir,
  onWarning = () => undefined,
  publish = () => undefined,
}: ApplicationOptions): Application {
  const database = openLocalDatabase({ dataDir, publish, onOpen: () => warn(folderWarning(dataDir)) });
  const datasets = createDatasetKeeper(database);
  let fit: Promise<void> | null = null;
  let work: Promise<LocalWork> | null = null;
  let exportWork: Promise<LocalExportWork> | null = null;

  function warn(warning: string | null): void {
    if (warning !== null) onWarning(warning);
  }

  async function perform(name: CallName, args: never, context: CallContext): Promise<unknown> {
    requireSqliteFor(name);
    fit ??= requireFitDatabase();
    await fit;
    await datasets.before(name, args, context.signal);
    if (isDataCall(name)) return database.call(name, args, context);
    if (isExportCall(name)) {
      exportWork ??= import('./local-export-work.ts').then((found) =>
        found.openLocalExportWork(dataDir, database),
      );
      return (await exportWork).handlers[name](args, context);
    }
    work ??= import('./local-work.ts').then(({ openLocalWork }) => openLocalWork(dataDir, database, publish));
    return (await work).handlers[name](args, context);
  }

  const dispatch = createDispatcher({
    perform,
    onFault: (what, error) => logFault(dataDir, what, error),
  });

  return {
    async call<N extends CallName>(
      name: N,
      args: CallArgs<N>,
      { signal = never, ...options }: CallOptions = {},
    ): Promise<CallValue<N>> {
      const context: CallContext = { client, window: null, signal, takePath, ...options };
      const anyArgs: unknown = args;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables of handlers hold names, arguments and values together
      return (await perform(name, anyArgs as never, context)) as CallValue<N>;
    },
    dispatch,
    async close() {
      await (await work)?.close();
      await (await exportWork)?.close();
      await database.close();
    },
  };
}

/** Call this for a call that needs more than the database. */
const isExportCall = (name: CallName): name is ExportCallName => name.startsWith('exports.');
