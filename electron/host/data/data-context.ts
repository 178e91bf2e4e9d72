import type { CallArgs, CallName, CallValue } from '../../../shared/contract/index.ts';
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

/** The work of a call that needs nothing but the database. Never waits: a thread does one after the other. */
export type DataHandler<N extends CallName> = (args: CallArgs<N>, context: DataContext) => CallValue<N>;

export type DataHandlers<N extends CallName> = { readonly [K in N]: DataHandler<K> };
