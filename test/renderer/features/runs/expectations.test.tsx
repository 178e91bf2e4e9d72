import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../../renderer/features/runs/diagnosis.ts';
import { ExpectationCard } from '../../../../renderer/features/runs/expectation-card.tsx';
import { expectationNotes, minItemsWords } from '../../../../renderer/features/runs/expectation-words.ts';
import { fieldRates } from '../../../../renderer/features/runs/field-rates.ts';
import { allows } from '../../../../renderer/features/runs/run-states.ts';
import type { RunExpectations } from '../../../../shared/contract/types.ts';
import { details, run } from './samples.ts';

const price = {
  field: 'price',
  items: 70,
  filled: 60,
  minFill: 0.98,
  expected: ['a number'],
  distinct: null,
  isSampled: false,
};

const breach: RunExpectations['breaches'][number] = {
  field: 'price',
  expectation: 'fill',
  expected: 'filled in at least 98 % of the items',
  got: '60 of 70 items (85.7 %)',
  message: 'price is filled in 60 of 70 items (85.7 %), expected in at least 98 %.',
  examples: [{ url: 'https://example.org/p/1', value: 'null' }],
};

const measured = (changes: Partial<RunExpectations> = {}): RunExpectations => ({
  items: 70,
  withoutKey: 0,
  dropped: 0,
  isOver: true,
  onBreach: 'warn',
  minItems: null,
  fields: [price, { ...price, field: 'sku', filled: 70, minFill: null, expected: [] }],
  breaches: [],
  ...changes,
});

describe('the fields of a run', () => {
  const fill = (callback: string, field: string, filled: number) => ({
    ...{ callback, field, filled },
    items: 70,
    rate: filled / 70,
  });

  it('are judged by how often they are filled, where nothing is expected', () => {
    const rates = fieldRates([fill('a', 'x', 0), fill('a', 'y', 30), fill('b', 'y', 70)], null);
    expect(rates.map(({ field, callback, tone, expected }) => [field, callback, tone, expected])).toEqual([
      ['x', 'a', 'danger', ''],
      ['y', 'a', 'warning', ''],
      ['y', 'b', 'success', ''],
    ]);
  });

  it('begin with those of which something is expected, with the exact numbers where there are some', () => {
    const constant = { ...breach, field: 'sku', expectation: 'constant' as const };
    const expectations = measured({ breaches: [breach, constant] });
    const sampled = [fill('a', 'name', 70), fill('a', 'price', 59), fill('a', 'sku', 70)];
    const rates = fieldRates(sampled, expectations);
    expect(
      rates.map(({ field, filled, tone, least, isBroken }) => [field, filled, tone, least, isBroken]),
    ).toEqual([
      ['price', 60, 'warning', 0.98, true],
      ['sku', 70, 'success', null, true],
      ['name', 70, 'success', null, false],
    ]);
    const two = fieldRates([fill('a', 'price', 70), fill('b', 'price', 10)], {
      ...expectations,
      onBreach: 'fail',
    });
    expect(two.map(({ callback, filled, tone }) => [callback, filled, tone])).toEqual([
      ['a', 70, 'danger'],
      ['b', 10, 'danger'],
      [null, 70, 'success'],
    ]);
  });
});

describe('the meters of a run', () => {
  it('tell what does not hold, with examples, and how each field is filled', () => {
    render(
      <ExpectationCard
        run={run({ state: 'completed' })}
        fields={[]}
        expectations={measured({ breaches: [breach] })}
      />,
    );
    const card = screen.getByRole('region', { name: 'What is expected of the data' });
    expect(
      within(card)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([`${breach.message}nullhttps://example.org/p/1`, 'nullhttps://example.org/p/1']);
    const rows = within(card).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent, dataset }) => [textContent, dataset['broken']])).toEqual([
      ['price6085.7 % 98 % filled, a number', 'true'],
      ['sku70100 % ', undefined],
    ]);
  });

  it.each([
    ['running', 'All of it holds so far.'],
    ['completed', 'All of it holds.'],
  ] as const)('of a run that is %s say that all is well', (state, words) => {
    render(<ExpectationCard run={run({ state })} fields={[]} expectations={measured()} />);
    expect(screen.getAllByText(words)).toHaveLength(1);
  });
});

describe('the notes beside the meters', () => {
  it.each<[Partial<RunExpectations>, string[]]>([
    [{}, []],
    [{ dropped: 1 }, ['1 duplicate was not stored.']],
    [{ dropped: 12 }, ['12 duplicates were not stored.']],
    [{ withoutKey: 2 }, ['2 items have an empty field in the key, and are told from others by the URL.']],
    [
      { fields: [{ ...price, isSampled: true }] },
      ['Repeated values of price are looked for in a sample, because there are so many.'],
    ],
  ])('%j', (changes, notes) => {
    expect(expectationNotes(measured(changes))).toEqual(notes);
  });

  it.each<[Partial<RunExpectations>, boolean, string | null]>([
    [{ minItems: null }, false, null],
    [{ minItems: 50 }, false, 'At least 50 items are expected of a run that completes.'],
    [
      { minItems: 100 },
      true,
      'At least 100 items are expected of a run that completes; there are 70 so far.',
    ],
    [{ minItems: 100, breaches: [{ ...breach, field: null, expectation: 'min_items' }] }, false, null],
  ])('say how many items there are to be: %j', (changes, isLive, words) => {
    expect(minItemsWords(measured(changes), isLive)).toBe(words);
  });
});

describe('the findings of a run whose data was measured', () => {
  const failed = run({
    state: 'failed',
    reason: 'The data is not as expected.',
    counters: { done: 70, items: 70 },
  });
  const fields = [
    { callback: 'p', field: 'price', items: 70, filled: 0, rate: 0 },
    { callback: 'p', field: 'sku', items: 70, filled: 70, rate: 1 },
  ];

  it('do not tell again what the meters tell', () => {
    const given = { run: failed, itemsWithValues: 70, fields };
    const told = diagnose(details({ ...given, expectations: measured({ breaches: [breach] }) }));
    expect(told).toEqual([]);
    expect(diagnose(details(given)).map(({ id }) => id)).toEqual(['failed', 'empty-fields']);
  });
});

describe('what a run has can be expected', () => {
  it.each([
    ['completed', 5, true],
    ['paused', 5, true],
    ['running', 5, false],
    ['completed', 0, false],
  ] as const)('of a run that is %s with %i items: %s', (state, items, can) => {
    expect(allows(run({ state, counters: { items } }), 'expect')).toBe(can);
  });
});
