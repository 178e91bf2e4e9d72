import type { Cell, ItemFilter, ResultColumn } from '../../../shared/contract/types.ts';

/** An operator of a filter. */
export type Operator = ItemFilter['operator'];

interface OperatorWords {
  readonly operator: Operator;
  readonly words: string;
  readonly takesValue: boolean;
}

/** All operators with their labels, in the order of the menu. */
export const operators: readonly OperatorWords[] = [
  { operator: 'contains', words: 'contains', takesValue: true },
  { operator: 'not-contains', words: 'does not contain', takesValue: true },
  { operator: 'equals', words: 'is', takesValue: true },
  { operator: 'not-equals', words: 'is not', takesValue: true },
  { operator: 'starts-with', words: 'begins with', takesValue: true },
  { operator: 'ends-with', words: 'ends with', takesValue: true },
  { operator: 'greater', words: '>', takesValue: true },
  { operator: 'greater-or-equal', words: '≥', takesValue: true },
  { operator: 'less', words: '<', takesValue: true },
  { operator: 'less-or-equal', words: '≤', takesValue: true },
  { operator: 'empty', words: 'is empty', takesValue: false },
  { operator: 'not-empty', words: 'has a value', takesValue: false },
];

const wordsOf = (operator: Operator): OperatorWords | undefined =>
  operators.find((each) => each.operator === operator);

/** Whether a filter with this operator compares with a value. */
export const takesValue = (operator: Operator): boolean => wordsOf(operator)?.takesValue ?? true;

/** The default operator of a column: numbers and dates are compared, texts are searched. */
export function firstOperator(column: ResultColumn | undefined): Operator {
  if (column?.type === 'number' || column?.type === 'date') return 'greater-or-equal';
  if (column?.type === 'boolean') return 'equals';
  return 'contains';
}

/** A typed value for the host: a number or boolean if the column has such values. */
export function readValue(text: string, column: ResultColumn | undefined): string | number | boolean {
  const trimmed = text.trim();
  if (column?.type === 'number' && trimmed !== '' && Number.isFinite(Number(trimmed))) return Number(trimmed);
  if (column?.type === 'boolean' && (trimmed === 'true' || trimmed === 'false')) return trimmed === 'true';
  return text;
}

/** Why a typed value cannot be compared with the column; null: it can. */
export function valueProblem(
  text: string,
  operator: Operator,
  column: ResultColumn | undefined,
): string | null {
  if (!takesValue(operator) || text.trim() === '') return null;
  const value = readValue(text, column);
  const compares = /^(?:greater|less)/u.test(operator);
  if (column?.type === 'number' && compares && typeof value !== 'number') return 'Enter a number.';
  if (column?.type === 'boolean' && operator === 'equals' && typeof value !== 'boolean')
    return 'Enter true or false.';
  return null;
}

/** "price ≥ 10", as it stands on a chip. */
export function filterWords({ column, operator, value }: ItemFilter): string {
  const { words, takesValue: hasValue } = wordsOf(operator) ?? { words: operator, takesValue: true };
  if (!hasValue) return `${column} ${words}`;
  const shown = typeof value === 'string' ? `“${value}”` : String(value ?? '');
  return `${column} ${words} ${shown}`;
}

/** The condition that a column has the value of a cell, or another one; null if there is no such condition. */
export function filterOfCell(column: string, cell: Cell | undefined, same: boolean): ItemFilter | null {
  if (cell === undefined) return null;
  if (cell === null || cell === '') return { column, operator: same ? 'empty' : 'not-empty' };
  if (typeof cell === 'object') return null;
  return { column, operator: same ? 'equals' : 'not-equals', value: cell };
}

const sameFilter = (a: ItemFilter, b: ItemFilter): boolean =>
  a.column === b.column && a.operator === b.operator && a.value === b.value;

/** The filters with one more, which is not there twice. */
export const withFilter = (filters: readonly ItemFilter[], filter: ItemFilter): ItemFilter[] =>
  filters.some((each) => sameFilter(each, filter)) ? [...filters] : [...filters, filter];
