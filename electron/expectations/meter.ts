import { count, counted } from '../../shared/counted.ts';
import type { Breach, ExpectationReport } from '../../shared/spider/expectation-report.ts';
import type { Expect, Spider } from '../../shared/spider/schema.ts';
import { fieldsInUse } from './fields-in-use.ts';
import { FieldCounter } from './field-meter.ts';
import { createItemKey } from './item-key.ts';
import { itemValue, type ExpectedItem } from './item-value.ts';

/**
 * When a run is judged: `running`, fill rates from the 50th item on; `over`, however few items there are; `complete`, also the
 * number of items, for a full run that has nothing left to do.
 */
export type Moment = 'running' | 'over' | 'complete';

/** Measures items by what their spider expects. Items go in one by one; memory is bounded. */
export interface Meter {
  add(item: ExpectedItem): void;
  /** What tells each expectation that does not hold from all others, for example "price fill". Cheap. */
  broken(moment: Moment): string[];
  /** @param known items that are not measured but count as items of a complete run */
  report(moment: Moment, known?: number): ExpectationReport;
}

/** What tells a breach from all others of a run. */
export const breachName = ({ field, expectation }: Pick<Breach, 'field' | 'expectation'>): string =>
  field === null ? expectation : `${field} ${expectation}`;

/** @returns null for a spider that expects nothing */
export function createMeter(spider: Spider): Meter | null {
  const { expect } = spider;
  return expect === null || expect === undefined ? null : new SpiderMeter(spider, expect);
}

type Counters = readonly (readonly [name: string, counter: FieldCounter])[];

class SpiderMeter implements Meter {
  readonly #expect: Expect;
  readonly #keyOf: ReturnType<typeof createItemKey>;
  readonly #counters: Counters;
  /** The fields of items by the callbacks in use. A field of none of them belongs to all items. */
  readonly #fields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #byCallback = new Map<string, Counters>();
  #items = 0;
  #withoutKey = 0;

  constructor(spider: Spider, expect: Expect) {
    this.#expect = expect;
    this.#keyOf = createItemKey(expect);
    this.#fields = fieldsInUse(spider);
    this.#counters = Object.entries(expect.fields ?? {}).map(([name, field]) => [
      name,
      new FieldCounter(name, field),
    ]);
  }

  add(item: ExpectedItem): void {
    this.#items += 1;
    if (this.#keyOf(item).empty.length > 0) this.#withoutKey += 1;
    for (const [name, counter] of this.#countersOf(item.callback))
      counter.add(itemValue(item, name), item.url);
  }

  broken(moment: Moment): string[] {
    return this.#counters.flatMap(([field, counter]) =>
      [...counter.broken(moment !== 'running')].map((expectation) => breachName({ field, expectation })),
    );
  }

  report(moment: Moment, known = 0): ExpectationReport {
    const isOver = moment !== 'running';
    const { min_items: minItems = null, on_breach: onBreach } = this.#expect;
    const tooFew = moment === 'complete' ? tooFewItems(minItems, this.#items + known) : [];
    return {
      items: this.#items,
      withoutKey: this.#withoutKey,
      isOver,
      onBreach: onBreach ?? 'warn',
      minItems,
      fields: this.#counters.map(([, counter]) => counter.report()),
      breaches: [...tooFew, ...this.#counters.flatMap(([, counter]) => counter.breaches(isOver))],
    };
  }

  #countersOf(callback: string): Counters {
    const found = this.#byCallback.get(callback);
    if (found !== undefined) return found;
    const own = this.#fields.get(callback);
    const isSomewhere = (name: string): boolean => [...this.#fields].some(([, fields]) => fields.has(name));
    const counters = this.#counters.filter(([name]) => own?.has(name) === true || !isSomewhere(name));
    this.#byCallback.set(callback, counters);
    return counters;
  }
}

function tooFewItems(minItems: number | null, items: number): Breach[] {
  if (minItems === null || items >= minItems) return [];
  const expected = `at least ${counted(minItems, 'item')}`;
  const got = counted(items, 'item');
  const message = `There are ${got}, expected ${minItems === 1 ? '' : 'at least '}${count(minItems)}.`;
  return [{ field: null, expectation: 'min_items', expected, got, message, examples: [] }];
}
