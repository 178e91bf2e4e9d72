import { requiredFill } from '../../../shared/spider/expect-schema.ts';
import { failing, notRun, type Finding, type ProofProblem } from '../types.ts';
import { fieldsOn, percent, sumOf, type FieldOnPages, type Judged } from './input.ts';

/** Share of the values that must be as expected. */
const fitFrom = 0.98;

/**
 * Check 4: fields are filled as often as expected, and with what is expected, on the pages of each group.
 * @param all pages on which each field is to have a value; left out: none
 */
export function fillAndType(judged: Judged, all?: Judged): Finding {
  const taken = judged.pages.filter(({ callback }) => callback !== null);
  if (taken.length === 0) return notRun('pages that a callback takes', 'no callback takes any of the pages');
  const fields = fieldsOn(judged);
  return failing([
    ...taken.flatMap(({ url, callback, failure, fields: own }): ProofProblem[] =>
      failure !== null && own.every(({ filled }) => filled === 0)
        ? [
            {
              pointer: `/callbacks/${callback ?? ''}`,
              page: url,
              expected: 'values',
              got: failure,
              hint: null,
            },
          ]
        : [],
    ),
    ...(all === undefined ? [] : deadFields(all)),
    ...fields.flatMap((field) => [
      ...unfilled(field, fields),
      ...unfit(field),
      ...unlike(field),
      ...repeated(field),
    ]),
  ]);
}

/** The fields that have no value on any page, though nothing says that they may be empty. */
function deadFields(judged: Judged): ProofProblem[] {
  const fields = fieldsOn(judged);
  return fields.flatMap((field) => {
    const { field: name, pointer, on } = field;
    const isFilled = fields.some(
      (other) => other.field === name && other.on.some(({ facts }) => facts.filled > 0),
    );
    if (isFilled || on.length === 0 || leastFill(field) !== null) return [];
    return {
      pointer,
      page: on[0]?.page.url ?? null,
      expected: `a value of "${name}" on at least one page`,
      got: 'none',
      hint: 'Correct the selector, or declare "min_fill": 0 in expect for a field that may be empty.',
    };
  });
}

/** The least share of records that must have a field; null: nothing is expected of it. */
const leastFill = ({ expected }: FieldOnPages): number | null =>
  expected.min_fill ?? (expected.required === true ? requiredFill : null);

function unfilled(field: FieldOnPages, all: readonly FieldOnPages[]): ProofProblem[] {
  const { field: name, pointer, on } = field;
  // What a row brings along may be filled by the page that it leads to.
  if (all.some((other) => other !== field && other.field === name)) return [];
  const least = leastFill(field);
  if (least === null) return [];
  return [...byGroup(on)].flatMap(([group, own]) => {
    const [filled, total] = [
      sumOf(own, ({ facts }) => facts.filled),
      sumOf(own, ({ facts }) => facts.records),
    ];
    const empty = own.find(({ facts }) => facts.filled < facts.records);
    if (total === 0 || filled >= least * total || empty === undefined) return [];
    return {
      pointer,
      page: empty.page.url,
      expected: `"${name}" in ${percent(least)} of the records${group === null ? '' : ` of "${group}"`}`,
      got: `${percent(filled / total)} (${filled} of ${total})`,
      hint: 'Correct the selector for the records that lack it, or lower min_fill.',
    };
  });
}

const byGroup = (on: FieldOnPages['on']): Map<string | null, FieldOnPages['on']> =>
  Map.groupBy(on, ({ page }) => page.group);

function unfit({ field, pointer, on }: FieldOnPages): ProofProblem[] {
  const wrong = sumOf(on, ({ facts }) => facts.unfit?.count ?? 0);
  const filled = sumOf(on, ({ facts }) => facts.filled);
  const first = on.find(({ facts }) => facts.unfit !== null);
  const sample = first?.facts.unfit ?? null;
  if (first === undefined || sample === null || filled - wrong >= fitFrom * filled) return [];
  return [
    {
      pointer,
      page: first.page.url,
      expected: `values of "${field}" as expect.fields says`,
      got: `"${sample.value}" ${sample.why} (${wrong} of ${filled})`,
      hint: 'Add processors that make it what is expected, or correct what is expected.',
    },
  ];
}

/** Share of the values that must not have the form that the name of their field promises, to be taken for those of another. */
const unlikeFrom = 0.8;

function unlike({ field, pointer, on }: FieldOnPages): ProofProblem[] {
  const filled = sumOf(on, ({ facts }) => facts.filled);
  const wrong = sumOf(on, ({ facts }) => facts.unlike?.count ?? 0);
  const first = on.find(({ facts }) => facts.unlike !== null);
  const sample = first?.facts.unlike ?? null;
  if (first === undefined || sample === null || wrong < unlikeFrom * filled) return [];
  return [
    {
      pointer,
      page: first.page.url,
      expected: `values that "${field}" is a name for`,
      got: `"${sample.value}" ${sample.why}`,
      hint: 'Select another node, give the field another name, or say its type in expect.fields.',
    },
  ];
}

function repeated({ field, pointer, on, expected }: FieldOnPages): ProofProblem[] {
  if (expected.unique !== true) return [];
  const seen = new Set<number>();
  for (const { page, facts } of on) {
    for (const hash of facts.hashes) {
      if (seen.has(hash))
        return [
          {
            pointer,
            page: page.url,
            expected: `no value of "${field}" twice`,
            got: 'a value that was there before',
            hint: null,
          },
        ];
      seen.add(hash);
    }
  }
  return [];
}
