import type { QueryClass } from '../../../shared/contract/define.ts';
import { calls, type DataCallName } from '../../../shared/contract/index.ts';

/** The query class of a call. A slow call with the argument `quick: true` counts as quick. */
export function queryClassOf(name: DataCallName, args: object): QueryClass {
  return 'quick' in args && args.quick === true ? 'quick' : calls[name].executor;
}
