import type { ItemFilter, ResultColumn } from '../../../shared/contract/types.ts';

export type Operator = ItemFilter['operator'];

interface OperatorWords {
  readonly operator: Operator;
  readonly words: string;
  readonly takesValue: boolean;
  /** Only for values that have an order beyond the alphabet. */
  readonly ordered: boolean;
}

export const operators: readonly OperatorWords[] = [
  { operator: 'contains', words: 'contains', takesValue: true, ordered: false },
  { operator: 'not-contains', words: 'does not contain', takesValue: true, ordered: false },
  { operator: 'equals', words: 'is', takesValue: true, ordered: false },
  { operator: 'not-equals', words: 'is not', takesValue: true, ordered: false },
  { operator: 'starts-with', words: 'begins with', takesValue: true, ordered: false },
  { operator: 'ends-with', words: 'ends with', takesValue: true, ordered: false },
  { operator: 'greater', words: '>', takesValue: true, ordered: true },
  { operator: 'greater-or-equal', words: '≥', takesValue: true, ordered: true },
  { operator: 'less', words: '<', takesValue: true, ordered: true },
  { operator: 'less-or-equal', words: '≤', takesValue: true, ordered: true },
  { operator: 'empty', words: 'is empty', takesValue: false, ordered: false },
  { operator: 'not-empty', words: 'has a value', takesValue: false, ordered: false },
];

const wordsOf = (operator: Operator): OperatorWords | undefined =>
  operators.find((each) => each.operator === operator);

export const takesValue = (operator: Operator): boolean => wordsOf(operator)?.takesValue ?? true;

/** What one would ask first of a column: numbers are compared, texts searched. */
export function firstOperator(column: ResultColumn | undefined): Operator {
  if (column?.type === 'number') return 'greater-or-equal';
  if (column?.type === 'boolean') return 'equals';
  return 'contains';
}

/** A typed value as the host takes it: a number or a truth value where the column holds such. */
export function readValue(text: string, column: ResultColumn | undefined): string | number | boolean {
  const trimmed = text.trim();
  if (column?.type === 'number' && trimmed !== '' && Number.isFinite(Number(trimmed))) return Number(trimmed);
  if (column?.type === 'boolean' && (trimmed === 'true' || trimmed === 'false')) return trimmed === 'true';
  return text;
}

/** "price ≥ 10", as it stands on a chip. */
export function filterWords({ column, operator, value }: ItemFilter): string {
  const { words, takesValue: hasValue } = wordsOf(operator) ?? { words: operator, takesValue: true };
  return hasValue
    ? `${column} ${words} ${value === undefined ? '' : `“${String(value)}”`}`
    : `${column} ${words}`;
}
