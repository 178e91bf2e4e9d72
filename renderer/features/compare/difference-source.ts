import type { ItemDifference } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import type { RowSource } from '../../ui/table/types.ts';

/** Two runs, the earlier one first. */
export interface RunPair {
  readonly before: string;
  readonly after: string;
}

/** Which differences are shown; null: all. */
export interface ShownDifferences {
  readonly kind: ItemDifference['kind'] | null;
  readonly field: string | null;
}

/** The differences of two runs, for a table. */
export function differenceSource(
  { before, after }: RunPair,
  { kind, field }: ShownDifferences,
): RowSource<ItemDifference> {
  return {
    key: JSON.stringify([before, after, kind, field]),
    count: null,
    async load(offset, limit, signal) {
      const shown = { ...(kind === null ? {} : { kind }), ...(field === null ? {} : { field }) };
      const answer = await getClient().call(
        'runs.differences',
        { before, after, ...shown, offset, limit },
        { signal },
      );
      return answer.ok ? { ok: true, rows: answer.value.rows, count: answer.value.total } : answer;
    },
  };
}
