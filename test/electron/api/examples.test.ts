import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../electron/api/documents/operation.ts';
import { answerExamples } from '../../../shared/contract/examples/answers.ts';
import { answerExampleOf, requestExampleOf } from '../../../shared/contract/examples/examples.ts';
import { requestExamples } from '../../../shared/contract/examples/requests.ts';
import { plain } from '../../../shared/contract/named-schemas.ts';

const ajv = new Ajv2020({ strict: false });
const all = operations();

function faults(schema: object, value: unknown): string {
  const check = ajv.compile(plain(schema));
  return check(value) ? '' : ajv.errorsText(check.errors);
}

describe('examples of the API', () => {
  it.each(all.map((operation) => [operation.name, operation] as const))(
    'have a request of %s that fits',
    (name, { args }) => {
      const { required = [] } = plain(args);
      const usual = required.includes('allowPrivate') ? { allowPrivate: false } : {};
      expect(faults(args, { ...usual, ...requestExampleOf(name, required) })).toBe('');
    },
  );

  it.each(Object.keys(answerExamples))('have an answer of %s that fits', (name) => {
    const operation = all.find((one) => one.name === name);
    expect(faults(operation?.result ?? { not: {} }, answerExampleOf(name))).toBe('');
  });

  it('are all of operations that there are', () => {
    const names = new Set(all.map(({ name }) => name));
    const examples = [...Object.keys(requestExamples), ...Object.keys(answerExamples)];
    expect(examples.filter((name) => !names.has(name))).toEqual([]);
  });
});
