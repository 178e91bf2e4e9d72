import { count, counted } from '../../shared/counted.ts';
import { isFilled } from '../../shared/filled.ts';
import { readPattern } from '../../shared/patterns/read.ts';
import type { Breach, FieldMeter } from '../../shared/spider/expectation-report.ts';
import { hasType, numberOf, typeWords } from '../../shared/spider/expected-type.ts';
import { requiredFill, type ExpectedField } from '../../shared/spider/schema.ts';
import { compilePattern, PatternCostError, type CompiledPattern } from '../patterns/compile.ts';
import { DistinctValues } from './distinct-values.ts';

/** Number of items from which on fill rates are judged while a run goes. */
const judgedItems = 50;
/** The most examples of what does not fit, and the most characters of each. */
const shownExamples = 3;
const longestExample = 100;

type Expectation = Exclude<Breach['expectation'], 'min_items'>;

/** What does not fit an expectation of a field. */
interface Misfits {
  count: number;
  examples: Breach['examples'];
}

/** A test of single values. It returns false for a value that does not fit. */
interface ValueTest {
  expectation: Exclude<Expectation, 'fill'>;
  /** What is expected, in words. */
  expected: string;
  /** What one value that does not fit does, and several: "is outside", "are outside". */
  misfit: readonly [one: string, more: string];
  fits(value: unknown): boolean;
}

/** Measures the values of a field by what is expected of it. */
export class FieldCounter {
  readonly #name: string;
  readonly #minFill: number | null;
  readonly #tests: readonly ValueTest[];
  readonly #distinct: DistinctValues | null;
  readonly #misfits = new Map<Expectation, Misfits>();
  #items = 0;
  #filled = 0;

  constructor(name: string, expected: ExpectedField) {
    this.#name = name;
    this.#minFill = expected.min_fill ?? (expected.required === true ? requiredFill : null);
    this.#distinct = expected.unique === true ? new DistinctValues() : null;
    this.#tests = testsOf(expected, this.#distinct);
  }

  /** @param url of the item, for examples */
  add(value: unknown, url: string): void {
    this.#items += 1;
    if (!isFilled(value)) {
      if (this.#minFill !== null) this.#note('fill', value ?? null, url);
      return;
    }
    this.#filled += 1;
    for (const test of this.#tests) {
      if (test.fits(value)) continue;
      this.#note(test.expectation, value, url);
      // A value of another type says nothing about the rest.
      if (test.expectation === 'type') return;
    }
  }

  /** The expectations that do not hold. @param isOver whether fill rates are judged however few items there are */
  *broken(isOver: boolean): Iterable<Expectation> {
    if (this.#lacks(isOver)) yield 'fill';
    for (const { expectation } of this.#tests) if (this.#misfits.has(expectation)) yield expectation;
  }

  breaches(isOver: boolean): Breach[] {
    const values = counted(this.#filled, 'value');
    return [...this.broken(isOver)].map((expectation) => {
      if (expectation === 'fill') return this.#fillBreach();
      const test = this.#tests.find((one) => one.expectation === expectation);
      const { expected = '', misfit: [one, more] = ['', ''] } = test ?? {};
      const { count: misfits, examples } = this.#misfits.get(expectation) ?? { count: 0, examples: [] };
      const got = `${count(misfits)} of ${values} ${misfits === 1 ? one : more}`;
      const like = examples[0] === undefined ? '' : `, for example ${examples[0].value}`;
      const message = `${this.#name}: expected ${expected}, but ${got}${like}.`;
      return { field: this.#name, expectation, expected, got, message, examples };
    });
  }

  report(): FieldMeter {
    return {
      field: this.#name,
      items: this.#items,
      filled: this.#filled,
      minFill: this.#minFill,
      expected: this.#tests.map(({ expected }) => expected),
      distinct: this.#distinct?.size ?? null,
      isSampled: this.#distinct?.isSampled ?? false,
    };
  }

  #lacks(isOver: boolean): boolean {
    if (this.#minFill === null || this.#items < (isOver ? 1 : judgedItems)) return false;
    return this.#filled / this.#items < this.#minFill;
  }

  #fillBreach(): Breach {
    const of = counted(this.#items, 'item');
    const got = `${count(this.#filled)} of ${of} (${percent(this.#filled / this.#items)})`;
    const expected = `filled in at least ${percent(this.#minFill ?? 0)} of the items`;
    const message = `${this.#name} is filled in ${got}, expected in at least ${percent(this.#minFill ?? 0)}.`;
    const examples = this.#misfits.get('fill')?.examples ?? [];
    return { field: this.#name, expectation: 'fill', expected, got, message, examples };
  }

  #note(expectation: Expectation, value: unknown, url: string): void {
    const known = this.#misfits.get(expectation) ?? { count: 0, examples: [] };
    if (known.count === 0) this.#misfits.set(expectation, known);
    known.count += 1;
    if (known.examples.length < shownExamples) known.examples.push({ url, value: shown(value) });
  }
}

/** Whether a value is filled, and of the type, range and pattern that are expected of its field. */
export function fitsField(value: unknown, expected: ExpectedField): boolean {
  const counter = new FieldCounter('', { ...expected, required: true });
  counter.add(value, '');
  return [...counter.broken(true)].length === 0;
}

/** "97.9 %": rounded down, so that what is too little does not look like enough. */
const percent = (share: number): string => `${Math.floor(share * 1000 + 1e-9) / 10} %`;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= longestExample ? text : `${text.slice(0, longestExample)}…`;
}

function testsOf(
  { type, range, pattern, constant }: ExpectedField,
  distinct: DistinctValues | null,
): ValueTest[] {
  const tests: ValueTest[] = [];
  if (type !== null && type !== undefined) {
    const fits = (value: unknown): boolean => hasType(value, type);
    tests.push({ expectation: 'type', expected: typeWords[type], misfit: ['is not', 'are not'], fits });
  }
  const isNumeric = type === null || type === undefined || type === 'number' || type === 'integer';
  if (range !== null && range !== undefined && isNumeric) tests.push(rangeTest(range));
  const compiled = compiledPattern(pattern);
  if (compiled !== null) {
    const expected = `a match of ${compiled.source}`;
    tests.push({
      expectation: 'pattern',
      expected,
      misfit: ['does not match', 'do not match'],
      fits: (value) => matches(compiled, value),
    });
  }
  if (distinct !== null) {
    const fits = (value: unknown): boolean => !distinct.add(value);
    tests.push({
      expectation: 'unique',
      expected: 'no value twice',
      misfit: ['repeats an earlier one', 'repeat an earlier one'],
      fits,
    });
  }
  if (constant === true) tests.push(constantTest());
  return tests;
}

function rangeTest([least, greatest]: readonly (number | null)[]): ValueTest {
  const [from, to] = [least ?? -Infinity, greatest ?? Infinity];
  const words = [
    ...(least === null || least === undefined ? [] : [`at least ${least}`]),
    ...(greatest === null || greatest === undefined ? [] : [`at most ${greatest}`]),
  ];
  return {
    expectation: 'range',
    expected: words.length === 0 ? 'a number' : words.join(' and '),
    misfit: ['is outside', 'are outside'],
    fits(value) {
      const number = numberOf(value);
      return number !== null && number >= from && number <= to;
    },
  };
}

/** Which value is the right one is not known; the examples show those that differ from the first. */
function constantTest(): ValueTest {
  let first: string | null = null;
  return {
    expectation: 'constant',
    expected: 'the same value in all items',
    misfit: ['differs from the first one', 'differ from the first one'],
    fits(value) {
      const text = JSON.stringify(value);
      first ??= text;
      return text === first;
    },
  };
}

function compiledPattern(source: string | null | undefined): CompiledPattern | null {
  const read = source === null || source === undefined ? null : readPattern(source);
  return read?.ok === true ? compilePattern(read.pattern) : null;
}

/** Whether a pattern is found in a value, or in each entry of a list. Objects have no text, and fit. */
function matches(pattern: CompiledPattern, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => matches(pattern, entry));
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return true;
  try {
    return pattern.test(String(value));
  } catch (error) {
    if (error instanceof PatternCostError) return false;
    throw error;
  }
}
