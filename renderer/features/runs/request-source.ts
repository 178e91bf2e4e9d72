import type { CallArgs } from '../../../shared/contract/index.ts';
import type { RequestRow } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import type { RowSource, Sort } from '../../ui/table/types.ts';
import { filterArgs, type RequestFilter } from './request-filter.ts';

type SortColumn = NonNullable<CallArgs<'runs.requests'>['sort']>['column'];

const sortable = new Set<string>([
  'id',
  'url',
  'state',
  'status',
  'priority',
  'depth',
  'bytes',
  'durationMs',
  'items',
  'tries',
  'contentType',
  'callback',
  'finishedAt',
] satisfies SortColumn[]);

const isSortable = (column: string): column is SortColumn => sortable.has(column);

/** The requests of a run that fit, for a table: filtered and sorted by the host, read by pages. */
export function requestSource(
  run: string,
  filter: RequestFilter,
  sort: Sort | null,
  { version, onTotal }: { version: number; onTotal: (total: number) => void },
): RowSource<RequestRow> {
  const view: Omit<CallArgs<'runs.requests'>, 'offset' | 'limit'> = {
    run,
    ...filterArgs(filter),
    ...(sort !== null && isSortable(sort.column)
      ? { sort: { column: sort.column, descending: sort.descending } }
      : {}),
  };
  return {
    key: JSON.stringify(view),
    count: null,
    version,
    async load(offset, limit, signal) {
      const answer = await getClient().call('runs.requests', { ...view, offset, limit }, { signal });
      if (!answer.ok) return answer;
      onTotal(answer.value.total);
      return { ok: true, rows: answer.value.rows, count: answer.value.total };
    },
  };
}
