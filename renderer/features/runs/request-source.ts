import type { CallArgs } from '../../../shared/contract/index.ts';
import type { RequestRow } from '../../../shared/contract/types.ts';
import { isRequestSortColumn } from '../../../shared/request-columns.ts';
import { getClient } from '../../state/client.ts';
import type { RowSource, Sort } from '../../ui/table/types.ts';
import { filterArgs, type RequestFilter } from './request-filter.ts';

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
    ...(sort !== null && isRequestSortColumn(sort.column)
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
