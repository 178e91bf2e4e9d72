import type { Distribution } from '../../../shared/contract/types.ts';
import { isFilled } from '../../../shared/filled.ts';
import { cellOf } from './rows.ts';

/** Kind of a single value. */
export type ValueKind = Exclude<Distribution['type'], 'mixed' | 'empty'>;

/** Limits: distinct values counted, most frequent values returned, histogram bars. */
const maxDistinct = 100_000;
const maxShown = 20;
const bars = 20;
/** Numbers kept for the median; beyond that every second one is dropped, repeatedly. */
const maxNumbers = 200_000;

/** The kind of a value. Strings that are ISO dates or http(s) URLs count as `date` and `url`. */
export function kindOf(value: unknown): ValueKind {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return 'object';
  if (/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(value))
    return 'date';
  return /^https?:\/\/\S+$/.test(value) ? 'url' : 'text';
}

/**
 * Computes the distribution of a column in one pass and bounded memory.
 * @param batches JSON texts of the values; null: the item has no value
 */
export async function distributionOf(
  batches: AsyncIterable<readonly (string | null)[]>,
  column: string,
): Promise<Omit<Distribution, 'column'>> {
  const counts = new Map<string, number>();
  const kinds = new Set<ValueKind>();
  const lengths = { min: Infinity, max: 0, total: 0, count: 0 };
  const numbers = new NumberSample();
  let items = 0;
  let filled = 0;
  let cut = false;
  const take = (json: string, value: unknown): void => {
    filled += 1;
    kinds.add(kindOf(value));
    const known = counts.get(json);
    if (known !== undefined || counts.size < maxDistinct) counts.set(json, (known ?? 0) + 1);
    else cut = true;
    if (typeof value === 'number') numbers.add(value);
    if (typeof value !== 'string') return;
    lengths.min = Math.min(lengths.min, value.length);
    lengths.max = Math.max(lengths.max, value.length);
    lengths.total += value.length;
    lengths.count += 1;
  };
  for await (const batch of batches) {
    items += batch.length;
    for (const json of batch) {
      const value = json === null ? null : read(json, column);
      if (json !== null && isFilled(value)) take(json, value);
    }
  }
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, maxShown);
  return {
    items,
    filled,
    distinct: counts.size,
    distinctCut: cut,
    type: typeOf(kinds),
    top: top.map(([json, count]) => ({ value: cellOf(read(json, column)), count })),
    numbers: numbers.summary(),
    lengths:
      lengths.count === 0
        ? null
        : { min: lengths.min, max: lengths.max, mean: lengths.total / lengths.count },
  };
}

function typeOf(kinds: ReadonlySet<ValueKind>): Distribution['type'] {
  const [only] = kinds;
  if (only === undefined) return 'empty';
  if (kinds.size === 1) return only;
  return [...kinds].every((kind) => kind === 'text' || kind === 'date' || kind === 'url') ? 'text' : 'mixed';
}

/** Columns of every item, and of datasets, that are stored in milliseconds. A field of their name is `metadata.NAME`. */
const timeColumns = new Set(['scraped_at', 'first_seen', 'last_seen', 'changed_at']);

function read(json: string, column: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return timeColumns.has(column) && typeof value === 'number' ? new Date(value).toISOString() : value;
  } catch {
    return json;
  }
}

/** Minimum, maximum and mean of all numbers; median and histogram of a sample. */
class NumberSample {
  #count = 0;
  #total = 0;
  #min = Infinity;
  #max = -Infinity;
  #kept: number[] = [];
  #every = 1;

  add(value: number): void {
    this.#total += value;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    if (this.#count % this.#every === 0) this.#kept.push(value);
    this.#count += 1;
    if (this.#kept.length <= maxNumbers) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }

  summary(): Distribution['numbers'] {
    if (this.#count === 0) return null;
    const sorted = Float64Array.from(this.#kept).sort();
    const width = (this.#max - this.#min) / bars;
    const counts = Array.from({ length: width === 0 ? 1 : bars }, () => 0);
    for (const value of sorted) {
      const bar = width === 0 ? 0 : Math.min(bars - 1, Math.floor((value - this.#min) / width));
      counts[bar] = (counts[bar] ?? 0) + this.#every;
    }
    return {
      min: this.#min,
      max: this.#max,
      mean: this.#total / this.#count,
      median: sorted[Math.floor((sorted.length - 1) / 2)] ?? this.#min,
      histogram: counts.map((count, index) => ({
        from: this.#min + index * width,
        to: index === counts.length - 1 ? this.#max : this.#min + (index + 1) * width,
        count,
      })),
    };
  }
}
