import { isDataCall, type CallArgs, type CallName, type CallValue } from '../../../shared/contract/index.ts';
import type { CallContext, Publish, RunObserver } from '../data/call-context.ts';
import { openLocalDatabase } from '../database/local-database.ts';
import { logFault } from '../log.ts';
import { folderWarning } from '../workspace/folder-warning.ts';
import { createDispatcher, type Dispatch } from './dispatcher.ts';
import type { LocalWork } from './local-work.ts';

export interface ApplicationOptions {
  dataDir: string;
  /** Called once the data folder has been opened, with what is risky about where it is. */
  onWarning?: (warning: string) => void;
  /** Receives every event of the topics. */
  publish?: Publish;
}

export type CallOptions = Partial<Pick<CallContext, 'signal' | 'observer' | 'output' | 'onDownload'>>;

/**
 * The application in the calling process, for a program that asks and ends: the calls that windows have, answered on the
 * calling thread. What an answer needs is loaded when it is asked for, and the data folder is opened then.
 */
export interface Application {
  /** One call of a program in TypeScript. @throws HostError, StoreError */
  call<N extends CallName>(name: N, args: CallArgs<N>, options?: CallOptions): Promise<CallValue<N>>;
  /** One call of anybody, its arguments checked. Never rejects. */
  readonly dispatch: Dispatch;
  /** Ends runs that are under way, and closes the data folder. */
  close(): Promise<void>;
}

export type { RunObserver };

const never = new AbortController().signal;
/** A program names its files itself. */
const takePath = (): boolean => true;

/** @returns the application on a data folder, which is created where needed */
export function openApplication({
  dataDir,
  onWarning = () => undefined,
  publish = () => undefined,
}: ApplicationOptions): Application {
  const database = openLocalDatabase({ dataDir, publish, onOpen: () => warn(folderWarning(dataDir)) });
  let work: Promise<LocalWork> | null = null;

  function warn(warning: string | null): void {
    if (warning !== null) onWarning(warning);
  }

  async function perform(name: CallName, args: never, context: CallContext): Promise<unknown> {
    if (isDataCall(name)) return database.call(name, args, context);
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
      const context: CallContext = { client: 'command-line', window: null, signal, takePath, ...options };
      const anyArgs: unknown = args;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables of handlers hold names, arguments and values together
      return (await perform(name, anyArgs as never, context)) as CallValue<N>;
    },
    dispatch,
    async close() {
      await (await work)?.close();
      await database.close();
    },
  };
}
