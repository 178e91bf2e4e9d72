import type { QueryClass } from '../../../shared/contract/define.ts';
import { calls, type DataCallName } from '../../../shared/contract/index.ts';

/** The thread of a call. A query that is asked to be `quick` about it is not among those that take long. */
export function queryClassOf(name: DataCallName, args: object): QueryClass {
  return 'quick' in args && args.quick === true ? 'quick' : calls[name].executor;
}
