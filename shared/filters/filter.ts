/** The comparisons that a filter knows, as the contract names them. `empty` and `not-empty` take no value. */
export const filterOperators = [
  'contains',
  'not-contains',
  'equals',
  'not-equals',
  'starts-with',
  'ends-with',
  'greater',
  'greater-or-equal',
  'less',
  'less-or-equal',
  'empty',
  'not-empty',
] as const;

/** A comparison of a filter. */
export type FilterOperator = (typeof filterOperators)[number];

/** A value that a filter compares with. */
export type FilterValue = string | number | boolean;

/** A condition on a column. `value` is absent with `empty` and `not-empty`. */
export interface Filter {
  column: string;
  operator: FilterOperator;
  value?: FilterValue;
}

/** What a text of filters says: conditions that all hold, and words that all occur in the item. */
export interface FilterText {
  filters: Filter[];
  /** An empty text: no search. */
  search: string;
}

/** The order of a column. */
export interface SortKey {
  column: string;
  descending: boolean;
}

/** How each operator is written in a text of filters. */
export const operatorTexts: Readonly<Record<FilterOperator, string>> = {
  equals: '=',
  'not-equals': '!=',
  greater: '>',
  'greater-or-equal': '>=',
  less: '<',
  'less-or-equal': '<=',
  contains: 'contains',
  'not-contains': 'not contains',
  'starts-with': 'starts with',
  'ends-with': 'ends with',
  empty: 'is empty',
  'not-empty': 'is not empty',
};

/** Whether a filter with this operator has a value. */
export const hasValue = (operator: FilterOperator): boolean =>
  operator !== 'empty' && operator !== 'not-empty';

/** Whether an operator is written with signs instead of words. */
export const isSymbol = (operator: FilterOperator): boolean => !/[a-z]/u.test(operatorTexts[operator]);

/** Whether a value is compared as text, whatever it looks like. */
export const comparesText = (operator: FilterOperator): boolean =>
  operator === 'contains' ||
  operator === 'not-contains' ||
  operator === 'starts-with' ||
  operator === 'ends-with';

/** A number as JSON writes it, without digits that a number would lose ("007", 20 digits): those are text. */
export function numberOf(text: string): number | null {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/iu.test(text)) return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  return /^-?\d+$/u.test(text) && !Number.isSafeInteger(number) ? null : number;
}
