import type { CallArgs, CallValue, DataCallName } from '../../../shared/contract/index.ts';
import type { Publish } from './call-context.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What the work at the database finds around it. */
export interface DataContext {
  workspace: Workspace;
  /** The window that asks; null: the host itself. */
  window: string | null;
  /** Tells the windows, once the work is done. */
  publish: Publish;
}

/** Handler of a database-only call. Runs in a database worker, one at a time: the next begins when this has ended. */
export type DataHandler<N extends DataCallName> = (
  args: CallArgs<N>,
  context: DataContext,
) => CallValue<N> | Promise<CallValue<N>>;

/** The handlers of all database-only calls of a group: `runs` for `runs.list`, `runs.get`, and so on. */
export type DataHandlers<Group extends string> = {
  readonly [N in Extract<DataCallName, `${Group}.${string}`>]: DataHandler<N>;
};
