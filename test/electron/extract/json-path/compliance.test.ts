import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonPathFor } from '../../../../electron/extract/json-path/select.ts';
import type { JsonValue } from '../../../../electron/extract/types.ts';

/** A case of the JSONPath Compliance Test Suite, which the package jsonpath-rfc9535 carries. */
interface Case {
  name: string;
  selector: string;
  document?: JsonValue;
  result?: JsonValue[];
  result_paths?: string[];
  /** Where the order of members is open: the results that are right. */
  results?: JsonValue[][];
  results_paths?: string[][];
  invalid_selector?: boolean;
}

const carrier = createRequire(import.meta.url).resolve('jsonpath-rfc9535/package.json');
const suite = join(dirname(carrier), 'src/__tests__/jsonpath-compliance-test-suite/cts.json');
const { tests: cases } = JSON.parse(readFileSync(suite, 'utf8')) as { tests: Case[] };
const invalid = cases.filter((one) => one.invalid_selector === true);
const valid = cases.filter((one) => one.invalid_selector !== true);

function select(one: Case) {
  const reading = jsonPathFor(one.selector);
  if (!reading.ok) throw new Error(`${one.selector}: ${reading.problem.message}`);
  return reading.selector.select(one.document ?? null);
}

describe('the compliance test suite', () => {
  it('has the cases that are expected here', () => {
    expect(valid.length).toBeGreaterThan(440);
    expect(invalid.length).toBeGreaterThan(240);
  });

  it.each(valid.map((one) => [one.name, one] as const))('selects: %s', (_, one) => {
    const found = select(one);
    expect(one.results ?? [one.result]).toContainEqual(found.map(({ value }) => value));
    expect(one.results_paths ?? [one.result_paths]).toContainEqual(found.map(({ path }) => path));
  });

  it.each(invalid.map((one) => [one.name, one] as const))('refuses: %s', (_, one) => {
    expect(jsonPathFor(one.selector).ok).toBe(false);
  });
});
