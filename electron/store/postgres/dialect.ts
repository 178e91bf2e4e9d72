import { tablesWithIds, typeOfColumn } from './schema/columns.ts';
import { readSql, type SqlToken } from './sql-tokens.ts';

/** Where a parameter comes from: a name, or a place in the list of parameters; or whether that has a value. */
export interface PostgresParameter {
  from: string | number;
  asks: 'value' | 'is-null';
}

/** A statement in the words of PostgreSQL. */
export interface PostgresStatement {
  text: string;
  /** Where each of `$1`, `$2` … comes from. */
  parameters: readonly PostgresParameter[];
  /** Whether it answers with the ids of the rows that it adds, which nobody has asked for. */
  returnsIds: boolean;
}

/** Types of SQLite in `CAST`, and what they are called here. */
const castTypes: Readonly<Record<string, string>> = {
  INTEGER: 'bigint',
  REAL: 'double precision',
  BLOB: 'bytea',
  TEXT: 'text',
};

/** Words that may follow `IS` in both dialects. */
const afterIs = new Set(['NULL', 'NOT', 'DISTINCT', 'TRUE', 'FALSE']);

/** Words that end the part of a query in which a join may have a condition. */
const afterJoin = new Set([
  'JOIN',
  'LEFT',
  'CROSS',
  'INNER',
  'WHERE',
  'GROUP',
  'ORDER',
  'LIMIT',
  'UNION',
  'HAVING',
]);

/**
 * Puts a statement that was written for SQLite into the words of PostgreSQL: parameters by number, names with capitals quoted,
 * `IS` between values, types of casts; hints about indexes are dropped. What PostgreSQL lacks as functions is in `functions.ts`.
 */
export function toPostgres(statement: string): PostgresStatement {
  const made = known.get(statement) ?? translated(statement);
  if (known.size >= mostKnown) known.clear();
  known.set(statement, made);
  return made;
}

/** Every store that is opened asks the same statements. Those of views of items are made as they are asked for. */
const known = new Map<string, PostgresStatement>();
const mostKnown = 2000;

function translated(statement: string): PostgresStatement {
  const tokens = withoutHints(readSql(statement));
  const parameters: PostgresParameter[] = [];
  let unnamed = 0;
  const casts = castsOfInsert(tokens);
  function put(token: SqlToken, index: number): string {
    if (token.kind === 'word') return isPartOfNull(tokens, index) ? '' : wordOf(tokens, index, token.text);
    if (token.kind !== 'parameter') return token.text;
    const from = token.text === '?' ? unnamed++ : token.text.slice(1);
    // A comparison with nothing does not tell PostgreSQL of which type a parameter is.
    const asks = isAskedForNull(tokens, index) ? 'is-null' : 'value';
    // Each use has a number of its own: PostgreSQL would ask them all to be of one type.
    const number = parameters.push({ from, asks });
    if (asks === 'is-null') return `CAST($${number} AS boolean)`;
    return isBesideNumber(tokens, index) ? `CAST($${number} AS bigint)` : `$${number}`;
  }
  const parts = tokens.map((token, index) => {
    const type = casts.to.get(index);
    return `${casts.from.has(index) ? 'CAST(' : ''}${put(token, index)}${type === undefined ? '' : ` AS ${type})`}`;
  });
  const returnsIds = addsToTableWithIds(tokens) && !tokens.some(({ text }) => text === 'RETURNING');
  return {
    text: `${parts.join('').trim()}${returnsIds ? ' RETURNING id' : ''}`,
    parameters,
    returnsIds,
  };
}

/** Whether a parameter is compared with a whole number, which PostgreSQL would take for the type of small ones. */
function isBesideNumber(tokens: readonly SqlToken[], index: number): boolean {
  const beside = (step: typeof following): boolean => {
    let at = step(tokens, index);
    if (at === null || !/^[=<>+*-]$/.test(at.token.text)) return false;
    while (at !== null && /^[=<>]$/.test(at.token.text)) at = step(tokens, at.index);
    return at !== null && /^\d+$/.test(at.token.text);
  };
  return beside(following) || beside(preceding);
}

/** Whether `IS NULL` follows. */
function isAskedForNull(tokens: readonly SqlToken[], index: number): boolean {
  const is = following(tokens, index);
  return is?.token.text === 'IS' && following(tokens, is.index)?.token.text === 'NULL';
}

/** Whether a word belongs to the `IS NULL` after a parameter, which the parameter itself stands for. */
function isPartOfNull(tokens: readonly SqlToken[], index: number): boolean {
  const word = tokens[index]?.text;
  const before = preceding(tokens, index);
  if (before === null) return false;
  if (word === 'IS') return before.token.kind === 'parameter' && isAskedForNull(tokens, before.index);
  return word === 'NULL' && before.token.text === 'IS' && isPartOfNull(tokens, before.index);
}

function wordOf(tokens: readonly SqlToken[], index: number, word: string): string {
  const upper = word.toUpperCase();
  if (upper === 'IS') return isOf(tokens, index);
  if (upper === 'NOT' && isComparedByIs(tokens, index)) return 'DISTINCT FROM';
  if (upper === 'CROSS' && hasCondition(tokens, index)) return '';
  if (word in castTypes && textBefore(tokens, index) === 'AS') return castTypes[word] ?? word;
  // Unquoted names are folded to lower case.
  return /[A-Z]/.test(word) && /[a-z]/.test(word) ? `"${word}"` : word;
}

/** `a IS b` compares values, where nothing equals nothing. */
function isOf(tokens: readonly SqlToken[], index: number): string {
  const next = following(tokens, index);
  if (next === null || !afterIs.has(next.token.text.toUpperCase())) return 'IS NOT DISTINCT FROM';
  return 'IS';
}

/** Whether a NOT belongs to `IS NOT value`. */
function isComparedByIs(tokens: readonly SqlToken[], index: number): boolean {
  if (textBefore(tokens, index) !== 'IS') return false;
  const next = following(tokens, index);
  return next !== null && !afterIs.has(next.token.text.toUpperCase());
}

/** Whether a CROSS JOIN, which tells SQLite the order of tables, has a condition, as only other joins may have here. */
function hasCondition(tokens: readonly SqlToken[], index: number): boolean {
  let depth = 0;
  for (const { text } of tokens.slice(index + 1).filter(({ text: one }) => one.toUpperCase() !== 'JOIN')) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    if (depth < 0) return false;
    if (depth > 0) continue;
    if (text.toUpperCase() === 'ON') return true;
    if (afterJoin.has(text.toUpperCase())) return false;
  }
  return false;
}

/** Leaves `INDEXED BY name` and `NOT INDEXED` out. */
function withoutHints(tokens: readonly SqlToken[]): SqlToken[] {
  const kept: SqlToken[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) continue;
    if (token.text !== 'INDEXED') {
      kept.push(token);
      continue;
    }
    const by = following(tokens, index);
    if (by?.token.text === 'BY') index = following(tokens, by.index)?.index ?? index;
    else while (kept.pop()?.text !== 'NOT');
  }
  return kept;
}

function preceding(tokens: readonly SqlToken[], index: number): { token: SqlToken; index: number } | null {
  for (let earlier = index - 1; earlier >= 0; earlier -= 1) {
    const token = tokens[earlier];
    if (token !== undefined && token.kind !== 'space') return { token, index: earlier };
  }
  return null;
}

const textBefore = (tokens: readonly SqlToken[], index: number): string | null =>
  preceding(tokens, index)?.token.text ?? null;

function following(tokens: readonly SqlToken[], index: number): { token: SqlToken; index: number } | null {
  for (let next = index + 1; next < tokens.length; next += 1) {
    const token = tokens[next];
    if (token !== undefined && token.kind !== 'space') return { token, index: next };
  }
  return null;
}

/** The table into which a statement inserts, and where its name stands. */
function insertedInto(tokens: readonly SqlToken[]): { table: string; index: number } | null {
  const insert = tokens.findIndex(({ text }) => text === 'INSERT');
  if (insert === -1) return null;
  const into = following(tokens, insert);
  const table = into === null ? null : following(tokens, into.index);
  return table === null ? null : { table: table.token.text, index: table.index };
}

const addsToTableWithIds = (tokens: readonly SqlToken[]): boolean =>
  tablesWithIds.has(insertedInto(tokens)?.table ?? '');

/**
 * In `INSERT INTO t (a, b) SELECT @a, @b`, PostgreSQL takes parameters for texts. @returns the types of the columns into which
 * parts with parameters go, by the places of their first and last tokens
 */
function castsOfInsert(tokens: readonly SqlToken[]): { from: Set<number>; to: Map<number, string> } {
  const casts = { from: new Set<number>(), to: new Map<number, string>() };
  const inserted = insertedInto(tokens);
  const opened = inserted === null ? null : following(tokens, inserted.index);
  if (inserted === null || opened?.token.text !== '(') return casts;
  const columns = listFrom(tokens, opened.index + 1);
  const select = following(tokens, columns.end);
  if (select?.token.text !== 'SELECT') return casts;
  for (const [place, entry] of listFrom(tokens, select.index + 1).entries.entries()) {
    const [first] = entry;
    const last = entry.at(-1);
    const column = columns.entries[place]?.[0];
    if (first === undefined || last === undefined || column === undefined) continue;
    const type = typeOfColumn(inserted.table, tokens[column]?.text ?? '');
    if (type === null || !entry.some((index) => tokens[index]?.kind === 'parameter')) continue;
    casts.from.add(first);
    casts.to.set(last, type);
  }
  return casts;
}

/** The entries of a list, each as the places of its tokens, and where the list ends. */
function listFrom(tokens: readonly SqlToken[], start: number): { entries: number[][]; end: number } {
  const entries: number[][] = [[]];
  let depth = 0;
  let index = start;
  for (; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'space') continue;
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && /^(FROM|WHERE|ON|RETURNING)$/.test(token.text))) break;
    if (depth === 0 && token.text === ',') entries.push([]);
    else entries.at(-1)?.push(index);
  }
  return { entries, end: index };
}
