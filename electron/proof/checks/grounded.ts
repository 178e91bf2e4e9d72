import { failing, notRun, type Finding, type ProofProblem } from '../types.ts';
import { fieldsOn, sumOf, type FieldOnPages, type Judged } from './input.ts';

/** Records, and pages, from which on one value for all is no coincidence. */
const minRecords = 3;
const minPages = 2;

/** Check 2: every value comes from a node of its page, and none is the same on all pages unless the document says so. */
export function grounded(judged: Judged): Finding {
  const fields = fieldsOn(judged);
  if (sumOf(fields, ({ on }) => sumOf(on, ({ facts }) => facts.filled)) === 0)
    return notRun('pages that give values', 'no field has a value on any page');
  return failing(fields.flatMap((field) => [...invented(field), ...constant(field), ...twins(field)]));
}

/** The values that are on none of their pages, or belong to another row. */
export const inventedValues = (judged: Judged): ProofProblem[] => fieldsOn(judged).flatMap(invented);

function invented({ field, pointer, on, expected }: FieldOnPages): ProofProblem[] {
  const found = on.find(({ facts }) => facts.ungrounded !== null);
  const sample = found?.facts.ungrounded ?? null;
  if (found === undefined || sample === null) return [];
  const isDeclared =
    expected.constant === true && on.every(({ facts }) => facts.only !== null || facts.filled === 0);
  if (isDeclared) return [];
  return [
    {
      pointer,
      page: found.page.url,
      expected: `a value of "${field}" that is on the page`,
      got: `"${sample.value}" ${sample.why}`,
      hint: 'Select the value on the page, or leave the field empty where the page lacks it. A value that all items have is declared with "constant": true in expect.',
    },
  ];
}

function constant({ field, pointer, on, expected }: FieldOnPages): ProofProblem[] {
  const filled = on.filter(({ facts }) => facts.filled > 0);
  const [first] = filled;
  const value = first?.facts.only ?? null;
  if (first === undefined || value === null || expected.constant === true || expected.type === 'boolean')
    return [];
  const isOutside = filled.every(({ facts }) => facts.isOutside);
  if ((filled.length < minPages && !isOutside) || sumOf(filled, ({ facts }) => facts.filled) < minRecords)
    return [];
  if (filled.some(({ facts }) => facts.only !== value)) return [];
  // Several examples that are all found in one value say that it is always the same.
  const examples = expected.examples ?? [];
  if (examples.length > 1 && examples.every((_, at) => first.facts.examples.includes(at))) return [];
  return [
    {
      pointer,
      page: null,
      expected: `values of "${field}" that differ`,
      got:
        filled.length === 1
          ? `${value} in all rows, from outside of them`
          : `${value} on all ${filled.length} pages that have it`,
      hint: 'Select what differs from page to page, or declare the value with "constant": true in expect.',
    },
  ];
}

/** Two fields with the same values in all records, of which at least one is not confirmed by examples. */
function twins({ field, pointer, on, expected }: FieldOnPages): ProofProblem[] {
  const filled = on.filter(({ facts }) => facts.filled > 0);
  const [first] = filled;
  if (first === undefined || sumOf(filled, ({ facts }) => facts.filled) < minRecords) return [];
  const same = first.facts.twins.find((name) => filled.every(({ facts }) => facts.twins.includes(name)));
  if (same === undefined || isConfirmed({ field, pointer, on, expected }) || expected.constant === true)
    return [];
  return [
    {
      pointer,
      page: first.page.url,
      expected: `values of "${field}" of its own`,
      got: `the values of "${same}" in all records`,
      hint: `Select another value for "${field}", remove one of the two fields, or give examples of both in expect.`,
    },
  ];
}

const isConfirmed = ({ on, expected }: FieldOnPages): boolean => {
  const examples = expected.examples ?? [];
  return (
    examples.length > 0 && examples.every((_, at) => on.some(({ facts }) => facts.examples.includes(at)))
  );
};
