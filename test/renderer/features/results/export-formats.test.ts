import { describe, expect, it } from 'vitest';
import { usualFormat } from '../../../../renderer/features/results/export-formats.ts';

describe('the format that an export begins with', () => {
  it.each([
    ['nothing', {}, undefined, false, 'csv', false],
    ['nothing, on Windows', {}, undefined, true, 'csv-excel', false],
    ['a choice', {}, 'jsonl', true, 'jsonl', false],
    ['a choice that is none', {}, 'xml', false, 'csv', false],
    ['a format of the project', { format: 'json' }, 'csv', false, 'json', true],
    ['CSV without a dialect', { format: 'csv' }, undefined, true, 'csv-excel', true],
    ['CSV without a dialect, and a CSV chosen', { format: 'csv' }, 'csv', true, 'csv', true],
    ['CSV without a dialect, and JSON chosen', { format: 'csv' }, 'json', false, 'csv', true],
    ['CSV with a dialect', { format: 'csv', dialect: 'excel' }, 'json', false, 'csv-excel', true],
    ['a dialect alone', { dialect: 'standard' }, 'csv-excel', true, 'csv', true],
    ['a dialect alone, and JSON chosen', { dialect: 'excel' }, 'json', false, 'json', false],
  ] as const)('with %s', (_, exports, remembered, isWindows, format, isDefault) => {
    expect(usualFormat(exports, remembered, isWindows)).toEqual({ format, isDefault });
  });
});
