import { builtInCallback, type Spider } from '../../../shared/spider/schema.ts';
import type { FieldFill, Receipt, RunTimings } from '../../store/runs/runs.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How many items of a callback have a value in a field, as a number and as a share from 0 to 1. */
export interface FieldFillRate extends FieldFill {
  rate: number;
}

/** What is told of a run beside its counters and statistics. */
export interface RunInsight {
  timings: RunTimings;
  fields: FieldFillRate[];
  receipt: Receipt;
  /** How many events of each kind there are. */
  events: { kind: string; count: number }[];
}

export function insightOf({ store }: Workspace, id: string, spider: Spider | null): RunInsight {
  return {
    timings: store.runs.timings(id),
    fields: fillRates(store.runs.fills(id), spider),
    receipt: store.runs.receipt(id),
    events: store.events.kinds(id),
  };
}

/** Every item has the columns, so those that the spider does not ask for are left out unless one has a value. */
function fillRates(fills: readonly FieldFill[], spider: Spider | null): FieldFillRate[] {
  const asksFor = (callback: string, field: string): boolean => {
    const callbacks = spider?.callbacks ?? {};
    return Object.hasOwn(callbacks, callback)
      ? Object.hasOwn(callbacks[callback]?.extract ?? {}, field)
      : callback === builtInCallback;
  };
  return fills
    .filter(({ callback, field, filled }) => filled > 0 || asksFor(callback, field))
    .map((fill) => ({ ...fill, rate: fill.filled / fill.items }));
}
