import type { AnyNode } from 'domhandler';
import type { ScopeIndex } from './scope-index.ts';

/** A place with the nodes of which one is wanted there. */
export interface Goal {
  readonly index: ScopeIndex;
  /** With how well each fits, 0 to 1. */
  readonly accepted: ReadonlyMap<AnyNode, number>;
  readonly rejected: ReadonlySet<AnyNode>;
}
