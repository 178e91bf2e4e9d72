import { filterOperators, hasValue, isSymbol, operatorTexts, type FilterOperator } from './filter.ts';
import { printColumn } from './print-filters.ts';
import { Scanner, type Token } from './scanner.ts';

/** A column that may be named in a filter. */
export interface FilterColumn {
  readonly name: string;
  readonly type: string;
}

/** What may stand at the caret of a text of filters. */
export interface Completion {
  /** Where the word at the caret begins; a choice takes its place up to the caret. */
  from: number;
  /** What may stand there, the likeliest first. */
  options: Choice[];
}

/** A word that may stand there. */
export interface Choice {
  text: string;
  /** The type of a column; else empty. */
  detail: string;
}

/** The most choices that are offered. */
const offered = 12;

type Expected = 'column' | 'comparison' | 'value' | 'joint';

/** What may be typed next in a text of filters. @param caret in UTF-16 units from 0 */
export function completeFilters(text: string, caret: number, columns: readonly FilterColumn[]): Completion {
  const before = text.slice(0, caret);
  // An open quote and what follows it, or a word.
  const begin = openQuote(before) ?? caret - (/[^\s=!<>]*$/u.exec(before)?.[0].length ?? 0);
  const { expected, column, operator, begun, maySearch } = expectedAt(before.slice(0, begin));
  const from = begun ?? begin;
  const word = before.slice(from);
  const all = choices(
    expected,
    columns,
    columns.find(({ name }) => name === column),
    operator,
  );
  if (expected === 'comparison' && maySearch) all.unshift(plain('and'));
  const wanted = word.replace(/^["']/u, '').toLowerCase();
  const fits = (option: string): boolean => option.replace(/^"/u, '').toLowerCase().includes(wanted);
  const begins = (option: string): boolean => option.replace(/^"/u, '').toLowerCase().startsWith(wanted);
  const options = all.filter(({ text: option }) => fits(option) && option !== word);
  const first = options.filter(({ text: option }) => begins(option));
  const others = options.filter(({ text: option }) => !begins(option));
  return { from, options: [...first, ...others].slice(0, offered) };
}

const plain = (text: string): Choice => ({ text, detail: '' });

/** Where a quote begins that is not closed; null: all are. */
function openQuote(text: string): number | null {
  let open: number | null = null;
  for (let at = 0; at < text.length; at += 1) {
    if (open === null && /["']/u.test(text[at] ?? '') && !/[^\s=!<>]/u.test(text[at - 1] ?? ' ')) open = at;
    else if (open !== null && text[at] === '\\') at += 1;
    else if (open !== null && text[at] === text[open]) open = null;
  }
  return open;
}

function choices(
  expected: Expected,
  columns: readonly FilterColumn[],
  column: FilterColumn | undefined,
  operator: FilterOperator | null,
): Choice[] {
  switch (expected) {
    case 'column':
      return columns.map(({ name, type }) => ({ text: printColumn(name), detail: type }));
    case 'comparison':
      return comparisonsOf(column).map(plain);
    case 'value':
      return column?.type === 'boolean' && operator !== null ? ['true', 'false'].map(plain) : [];
    case 'joint':
      return [plain('and')];
    default:
      return expected satisfies never;
  }
}

/** Numbers and dates are compared first, texts are searched. */
function comparisonsOf(column: FilterColumn | undefined): string[] {
  const isCompared = column?.type === 'number' || column?.type === 'date' || column?.type === 'boolean';
  return [
    ...filterOperators.filter((operator) => isSymbol(operator) === isCompared),
    ...filterOperators.filter((operator) => isSymbol(operator) !== isCompared),
  ].map((operator) => operatorTexts[operator]);
}

interface Expectation {
  expected: Expected;
  column: string | null;
  operator: FilterOperator | null;
  /** Where a comparison of several words begins, of which some are there; null: none is. */
  begun: number | null;
  /** Whether what stands for the column may be a text that is searched, which "and" follows. */
  maySearch: boolean;
}

/** What the grammar expects behind a text that ends between two words. */
function expectedAt(text: string): Expectation {
  const scanner = new Scanner(text);
  let column: string | null = null;
  let operator: FilterOperator | null = null;
  let expected: Expected = 'column';
  let words: string[] = [];
  let begun: number | null = null;
  let maySearch = false;
  for (;;) {
    const token = nextOf(scanner, expected);
    if (token === null || token.kind === 'end') return { expected, column, operator, begun, maySearch };
    if (expected === 'column') {
      column = token.text;
      maySearch = token.kind === 'quoted';
      expected = 'comparison';
    } else if (expected === 'comparison') {
      // A text in quotes may be a search, which "and" follows.
      if (words.length === 0 && token.text.toLowerCase() === 'and') {
        expected = 'column';
        continue;
      }
      begun ??= token.at;
      words.push(token.text.toLowerCase());
      operator = filterOperators.find((each) => operatorTexts[each] === words.join(' ')) ?? null;
      if (operator === null) continue;
      words = [];
      begun = null;
      expected = hasValue(operator) ? 'value' : 'joint';
    } else {
      expected = expected === 'value' ? 'joint' : 'column';
    }
  }
}

/** null: what follows cannot be read. */
function nextOf(scanner: Scanner, expected: Expected): Token | null {
  try {
    return expected === 'value' ? scanner.value() : scanner.next();
  } catch {
    return null;
  }
}
