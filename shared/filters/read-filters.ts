import { knownNames, nearestHint } from '../spider/known-names.ts';
import {
  comparesText,
  filterOperators,
  hasValue,
  isSymbol,
  numberOf,
  operatorTexts,
  type Filter,
  type FilterOperator,
  type FilterText,
  type FilterValue,
  type SortKey,
} from './filter.ts';
import { FilterProblem, Scanner, type Token } from './scanner.ts';

/** Operators of other languages, and what they are called here. */
const otherNames: Readonly<Record<string, string>> = {
  '==': '=',
  '===': '=',
  '<>': '!=',
  '!==': '!=',
  '!': '!=',
  '=>': '>=',
  '=<': '<=',
  like: 'contains',
  has: 'contains',
  includes: 'contains',
  equals: '=',
  in: '=',
  begins: 'starts with',
  is: '=',
  null: 'is empty',
  exists: 'is not empty',
};

const operatorList = filterOperators.map((operator) => operatorTexts[operator]);
const bySymbol = new Map<string, FilterOperator>(
  filterOperators.filter(isSymbol).map((operator) => [operatorTexts[operator], operator]),
);

/**
 * Reads a text of filters: `price >= 10 and title contains "blue lamp" and "any words"`. Keywords are read in any case.
 * @param columns the names that there are; null: any name is taken
 * @throws FilterProblem with its place
 */
export function readFilters(text: string, columns: readonly string[] | null = null): FilterText {
  const scanner = new Scanner(text);
  const filters: Filter[] = [];
  const words: string[] = [];
  if (scanner.peek().kind === 'end') return { filters, search: '' };
  for (;;) {
    const token = scanner.next();
    const after = token.kind === 'quoted' ? scanner.peek() : null;
    if (after !== null && isWord(after, 'or')) throw noChoices(after, noOr);
    const isSearch = after !== null && (isWord(after, 'and') || after.kind === 'end');
    if (isSearch) words.push(token.text.trim());
    else filters.push(readCondition(scanner, columnOf(token, columns)));
    const joint = scanner.next();
    if (joint.kind === 'end') return { filters, search: words.filter((word) => word !== '').join(' ') };
    if (!isWord(joint, 'and')) throw notJoined(joint, filters.at(-1));
    if (scanner.peek().kind === 'end')
      throw new FilterProblem(
        'A condition is missing behind "and".',
        joint,
        'Add one, for example price > 10.',
      );
  }
}

/**
 * Reads an order: `price desc, title`.
 * @throws FilterProblem with its place
 */
export function readSort(text: string, columns: readonly string[] | null = null): SortKey[] {
  return readList(text, (scanner, token) => {
    const column = columnOf(token, columns);
    const way = scanner.peek();
    if (!isWord(way, 'asc') && !isWord(way, 'desc')) return { column, descending: false };
    return { column, descending: isWord(scanner.next(), 'desc') };
  });
}

/** Reads names with commas between them; one with a comma or a space is in quotes. @throws FilterProblem with its place */
export function readNames(text: string): string[] {
  // Names without quotes may have spaces, as they always could.
  if (!/["']/u.test(text)) {
    return text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  }
  return readList(text, (_, token) => token.text);
}

function readList<R>(text: string, read: (scanner: Scanner, token: Token) => R): R[] {
  const scanner = new Scanner(text, true);
  const list: R[] = [];
  for (;;) {
    const token = scanner.next();
    if (token.kind === 'end' && list.length === 0) return list;
    if (token.kind !== 'name' && token.kind !== 'quoted')
      throw new FilterProblem('The name of a column is missing here.', token, 'For example price, title.');
    list.push(read(scanner, token));
    const joint = scanner.next();
    if (joint.kind === 'end') return list;
    if (joint.kind !== 'comma')
      throw new FilterProblem(
        `"${joint.text}" is not expected here.`,
        joint,
        'Put a comma between columns, and names with spaces into quotes.',
      );
  }
}

const isWord = ({ kind, text }: Token, word: string): boolean =>
  kind === 'name' && text.toLowerCase() === word;

function columnOf(token: Token, columns: readonly string[] | null): string {
  const { kind, text } = token;
  if (kind === 'operator' || kind === 'end' || isWord(token, 'and'))
    throw new FilterProblem('The name of a column is missing here.', token, 'For example price > 10.');
  if (kind === 'name' && /^[()]/u.test(text)) throw noChoices(token, 'Parentheses are not part of filters.');
  if (isWord(token, 'not'))
    throw new FilterProblem(
      '"not" stands behind the column.',
      token,
      'Write title not contains lamp, or price != 10.',
    );
  if (columns !== null && !columns.includes(text)) {
    throw new FilterProblem(`There is no column "${text}".`, token, knownNames('There are', text, columns));
  }
  return text;
}

function readCondition(scanner: Scanner, column: string): Filter {
  const operator = readOperator(scanner);
  return hasValue(operator)
    ? { column, operator, value: readValue(scanner, operator) }
    : { column, operator };
}

function readOperator(scanner: Scanner): FilterOperator {
  const token = scanner.next();
  if (token.kind === 'end')
    throw new FilterProblem('A comparison is missing here.', token, `Add one of ${operatorList.join(', ')}.`);
  if (token.kind === 'operator') {
    const operator = bySymbol.get(token.text);
    if (operator === undefined) throw unknownOperator(token);
    return operator;
  }
  const is = (...words: string[]): boolean =>
    words.every((word) => isWord(scanner.peek(), word) && scanner.next());
  if (token.kind === 'name') {
    if (isWord(token, 'contains')) return 'contains';
    if (isWord(token, 'not') && is('contains')) return 'not-contains';
    if (isWord(token, 'starts') && is('with')) return 'starts-with';
    if (isWord(token, 'ends') && is('with')) return 'ends-with';
    if (isWord(token, 'is') && is('empty')) return 'empty';
    if (isWord(token, 'is') && is('not')) {
      if (is('empty')) return 'not-empty';
      throw new FilterProblem('"is not" goes with "empty" only.', token, 'Write != for another value.');
    }
  }
  throw unknownOperator(token);
}

function unknownOperator({ text, at, length }: Token): FilterProblem {
  const known = otherNames[text.toLowerCase()];
  const near = known === undefined ? nearestHint(text, operatorList) : ` Write ${known} instead.`;
  return new FilterProblem(
    `"${text}" is not a comparison.`,
    { at, length },
    `The comparisons are ${operatorList.join(', ')}.${near}`,
  );
}

function readValue(scanner: Scanner, operator: FilterOperator): FilterValue {
  const token = scanner.value();
  if (token.kind === 'quoted') return token.text;
  if (token.kind === 'end' || isWord(token, 'and'))
    throw new FilterProblem(
      `A value is missing behind "${operatorTexts[operator]}".`,
      token,
      token.kind === 'end'
        ? 'Add one; "" is an empty text.'
        : 'Add one, or write "and" in quotes if it is the value.',
    );
  if (/[()]/u.test(token.text))
    throw new FilterProblem(
      'A value with parentheses needs quotes.',
      token,
      `Write ${JSON.stringify(token.text)}.`,
    );
  if (comparesText(operator)) return token.text;
  if (token.text === 'true' || token.text === 'false') return token.text === 'true';
  return numberOf(token.text) ?? token.text;
}

function notJoined(token: Token, last: Filter | undefined): FilterProblem {
  if (isWord(token, 'or')) return noChoices(token, noOr);
  const isMoreOfValue = token.kind === 'name' && typeof last?.value === 'string';
  return new FilterProblem(
    `"and" is missing before "${token.text}".`,
    token,
    isMoreOfValue
      ? `Put a value of several words into quotes: "${last.value} ${token.text}".`
      : 'Conditions are joined by "and".',
  );
}

const noOr = '"or" is not part of filters: all conditions hold together.';

const noChoices = (token: Token, message: string): FilterProblem =>
  new FilterProblem(message, token, 'Ask once for each choice, for example with two exports.');
