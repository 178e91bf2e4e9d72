import type { CallArgs, CallValue, DataCallName } from '../../../shared/contract/index.ts';
import type { Publish } from './call-context.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Environment of a database handler. */
export interface DataContext {
  workspace: Workspace;
  /** Session of the calling window; null: the host itself, or a caller without a session. */
  window: string | null;
  /** Who makes the call, for logs; null: the host itself. */
  client: string | null;
  /** Publishes an event; it is sent after the handler has finished. */
  publish: Publish;
}

/** Handler of a database-only call. Runs in a database worker, one at a time. */
export type DataHandler<N extends DataCallName> = (
  args: CallArgs<N>,
  context: DataContext,
) => CallValue<N> | Promise<CallValue<N>>;

/** Handlers of the database-only calls of a group; the group of `runs.list` is `runs`. */
export type DataHandlers<Group extends string> = {
  readonly [N in Extract<DataCallName, `${Group}.${string}`>]: DataHandler<N>;
};
