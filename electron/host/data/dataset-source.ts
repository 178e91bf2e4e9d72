import { datasetRun } from '../../../shared/columns-of-dataset.ts';
import { memberOf } from '../../../shared/spider/plain.ts';

/** The spider whose dataset the arguments of a call name; null: none, or the call goes on with an earlier snapshot. */
export function datasetIn(args: unknown): { project: string; spider: string } | null {
  if (typeof memberOf(args, 'snapshot') === 'string') return null;
  const source = memberOf(args, 'source') ?? memberOf(memberOf(args, 'view'), 'source');
  const [project, spider] = [memberOf(source, 'project'), memberOf(source, 'spider')];
  if (memberOf(source, 'run') !== datasetRun) return null;
  return typeof project === 'string' && typeof spider === 'string' ? { project, spider } : null;
}
