import { cursorParameters, cursors, hasMore, nextNumbers, offsets, pages, plainName } from './json-names.ts';
import type { PagedAnswer } from './json-numbers.ts';
import { flagOf, numberOf, textOf } from './json-pager.ts';
import type { Parameter } from './json-request.ts';

/** A value of an answer that its next page is asked for with. */
export interface Cursor {
  path: string;
  value: string;
  /** What it is sent as; null: nothing tells it. */
  parameter: Parameter | null;
  /** Whether the request has that parameter already; else its name is a guess. */
  isSure: boolean;
  why: string;
}

/** The cursors of an answer; one for each name under which it may be sent. */
export function cursorsOf(answer: PagedAnswer, list: { path: string }): Cursor[] {
  if (answer.next !== null) return [];
  const next = numberOf(answer.values, nextNumbers);
  if (next !== null)
    return sentAs(answer, next.path, String(next.number), numberNames(next.plain), isNumberParameter);
  const cursor = textOf(answer.values, cursors, (text) => isToken(text));
  if (cursor !== null) {
    const { path, value, name } = cursor;
    // A cursor that the request has sent is that of this page.
    if (answer.parameters.some((parameter) => parameter.value === value)) return [];
    return sentAs(answer, path, value, namesFor(name), (parameter) => cursorParameters.has(parameter.plain));
  }
  return afterLastEntry(answer, list);
}

const isNumberParameter = ({ plain }: Parameter): boolean => pages.has(plain) || offsets.has(plain);

/** A text without spaces that is neither a day, an hour nor an address. */
const isToken = (text: string): boolean =>
  /^[^\s]{1,2000}$/.test(text) && !/^\d{4}-\d\d-\d\d|^\d\d?:\d\d|^https?:|^\//i.test(text);

function sentAs(
  answer: PagedAnswer,
  path: string,
  value: string,
  names: readonly string[],
  isFit: (parameter: Parameter) => boolean,
): Cursor[] {
  const sent = answer.parameters.find(isFit);
  const why = `${path} is what the next page is asked for with.`;
  if (sent !== undefined)
    return sent.value === value ? [] : [{ path, value, parameter: sent, isSure: true, why }];
  if (names.length === 0) return [{ path, value, parameter: null, isSure: true, why }];
  return names.map((name) => {
    const parameter: Parameter = { name, plain: plainName(name), value: null, place: 'query' };
    return { path, value, parameter, isSure: false, why };
  });
}

const numberNames = (plain: string): string[] => [
  plain === 'next' ? 'page' : plain.replace(/^next|number$|no$/g, ''),
];

/** The names under which a cursor of this name is sent, the likeliest first. */
function namesFor(name: string): string[] {
  const plain = plainName(name);
  if (plain === 'endcursor' || plain === 'after') return ['after', 'cursor'];
  if (plain === 'next' || plain === 'nextpage') return ['cursor', name, 'page_token'];
  if (plain === 'scrollid') return [];
  const rest = name.replace(/^next[_-]?/i, '').replace(/[_-]?next$/i, '');
  const own = rest.charAt(0).toLowerCase() + rest.slice(1);
  return own === name ? [name] : [own, name];
}

/** Where more follow and nothing says after what: the number of the last entry, as Stripe has it. */
function afterLastEntry(answer: PagedAnswer, { path }: { path: string }): Cursor[] {
  const { parameters, values } = answer;
  if (flagOf(values, hasMore) !== true || !path.endsWith('[*]')) return [];
  const sent = parameters.find(({ plain }) => plain === 'startingafter');
  const place = lastEntryId(path);
  const why = 'More entries follow the last one of this page.';
  const value = answer.lastId;
  if (value === null) return [];
  const fresh: Parameter = { name: 'starting_after', plain: 'startingafter', value: null, place: 'query' };
  return [{ path: place, value, parameter: sent ?? fresh, isSure: sent !== undefined, why }];
}

/** The path of the id of the last entry of a list. */
export const lastEntryId = (list: string): string => `${list.replace(/\[\*\]$/, '')}[-1:].id`;
