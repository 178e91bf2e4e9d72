import type { ProposedList } from '../../../shared/contract/types.ts';
import { jsonTextOf } from '../../../shared/json-text.ts';
import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import { readJson } from '../../extract/json/read-json.ts';
import { isObject } from '../../extract/json-path/node.ts';
import type { Page } from '../../extract/page.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { JsonValue } from '../../extract/types.ts';
import { entryLists } from './entry-lists.ts';
import { matchHtml, type HtmlMatch } from './match-html.ts';
import { matchRows, type RowsMatch } from './match-rows.ts';
import { scriptData, type ScriptData } from './scripts.ts';
import { seenRows, type SeenRows } from './seen-rows.ts';

/** Where the rows of a list come from: an answer to a request of the page, or a script in it. */
export type Origin = { kind: 'request'; answer: NetworkAnswer } | { kind: 'script'; script: ScriptData };

/** A source that carries what is seen in the rows of a list. */
export interface FoundSource {
  origin: Origin;
  /** What the page got from the same request with other numbers and places in a list. */
  alike: readonly NetworkAnswer[];
  /** The JSON that the origin holds. */
  value: JsonValue;
  /** Selects the entries in it. */
  path: string;
  /** Number of entries there. */
  entries: number;
  /** Position of the list among those of the page. */
  list: number;
  seen: SeenRows;
  match: RowsMatch;
  /** Where the entries hold their rows as markup; null: as values. */
  html: HtmlMatch | null;
}

/** Lists of a page that may have a source. */
const maxLists = 5;
/** The fewest rows and telling columns of a list that is not the first. */
const minOther = { rows: 5, columns: 3 };

/**
 * The sources of what is seen in the lists of a page, best first: for each list the one that says most of it.
 * @param answers what the page has asked for while it was shown
 */
export function findSources(
  page: Page,
  lists: readonly ProposedList[],
  {
    answers,
    context,
    rendered,
  }: { answers: readonly NetworkAnswer[]; context: PageContext; rendered: boolean },
): FoundSource[] {
  // Of a page that a browser has not made, the lists are in its markup.
  if (page.kind !== 'html' || !rendered) return [];
  const groups = [...groupsOf(answers), ...scriptData(page, context).map(ofScript)];
  if (groups.length === 0) return [];
  const found = lists.slice(0, maxLists).flatMap((list, index) => {
    const seen = seenRows(page, list, context);
    if (seen === null || !isWorth(seen, index)) return [];
    return bestOf(groups, { seen, list: index, context }) ?? [];
  });
  const known = new Map<string, FoundSource>();
  for (const source of found) {
    const before = known.get(keyOf(source));
    if (before === undefined || before.match.columns.length < source.match.columns.length)
      known.set(keyOf(source), source);
  }
  return [...known.values()];
}

/** By what two sources are the same. */
const keyOf = ({ origin, path }: FoundSource): string =>
  origin.kind === 'request'
    ? `${origin.answer.method} ${origin.answer.url} ${origin.answer.requestBody ?? ''} ${path}`
    : `${origin.script.css} ${path}`;

function isWorth({ count, columns }: SeenRows, index: number): boolean {
  const telling = columns.filter(({ isTelling }) => isTelling).length;
  return index === 0 ? count >= 2 && telling > 0 : count >= minOther.rows && telling >= minOther.columns;
}

/** Answers to the same question, of which each may hold a part of the rows. */
interface Group {
  parts: { origin: Origin; value: JsonValue; lists: Map<string, readonly JsonValue[]> }[];
}

const listsIn = (value: JsonValue): Map<string, readonly JsonValue[]> =>
  new Map(entryLists(value).map(({ path, entries }) => [path, entries]));

const ofScript = (script: ScriptData): Group => ({
  parts: [{ origin: { kind: 'script', script }, value: script.value, lists: listsIn(script.value) }],
});

function groupsOf(answers: readonly NetworkAnswer[]): Group[] {
  const groups = new Map<string, Group>();
  for (const answer of answers) {
    const read = readJson(answer.body.replace(/^\uFEFF/, ''));
    if (!read.ok) continue;
    const part = {
      origin: { kind: 'request' as const, answer },
      value: read.value,
      lists: listsIn(read.value),
    };
    const key = questionOf(answer);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { parts: [part] });
    else known.parts.push(part);
  }
  return [...groups.values()];
}

/** What two requests have in common that differ by numbers and places in a list only. */
function questionOf({ url, method, requestBody }: NetworkAnswer): string {
  const { origin, pathname, searchParams } = new URL(url);
  const names = [...new Set(searchParams.keys())].toSorted().join('&');
  return [method, origin, pathname.replaceAll(/\d+/g, '#'), names, questionIn(requestBody)].join(' ');
}

function questionIn(body: string | null): string {
  if (body === null) return '';
  const read = readJson(jsonTextOf(body).text);
  if (!read.ok) return body.replaceAll(/\d+/g, '#');
  if (!isObject(read.value)) return '';
  const { query = null, operationName = null } = read.value;
  return JSON.stringify([query, operationName, Object.keys(read.value).toSorted()]);
}

function bestOf(
  groups: readonly Group[],
  { seen, list, context }: { seen: SeenRows; list: number; context: PageContext },
): FoundSource | null {
  let best: { source: FoundSource; score: number } | null = null;
  for (const { parts } of groups) {
    const paths = new Set(parts.flatMap(({ lists }) => [...lists.keys()]));
    for (const path of paths) {
      const all = parts.map(({ lists }) => lists.get(path) ?? []);
      const entriesOf = all.flat();
      const asValues = matchRows(seen, entriesOf);
      const asHtml = asValues === null ? matchHtml(seen, entriesOf, context) : null;
      const match = asValues ?? asHtml?.match ?? null;
      if (match === null) continue;
      const first = firstOf(all, match);
      const part = parts[first];
      if (part === undefined) continue;
      const entries = all[first]?.length ?? 0;
      const html = asHtml?.html ?? null;
      const { origin, value } = part;
      const alike = parts.flatMap((each) => (each.origin.kind === 'request' ? each.origin.answer : []));
      const source = { origin, alike, value, path, entries, list, seen, match, html };
      const score = scoreOf(source);
      if (best === null || score > best.score) best = { source, score };
    }
  }
  return best?.source ?? null;
}

/** The position of the first answer that has an entry of a row. */
function firstOf(parts: readonly (readonly JsonValue[])[], { entryOf }: RowsMatch): number {
  const at = Math.min(...entryOf.flatMap((entry) => entry ?? []));
  let before = 0;
  for (const [index, { length }] of parts.entries()) {
    before += length;
    if (at < before) return index;
  }
  return 0;
}

/** What says more of the rows is better; then a request, and one without much besides. */
function scoreOf({ origin, entries, seen, match }: FoundSource): number {
  const surplus = Math.max(0, entries - seen.count) / Math.max(1, entries);
  const { coverage, rows, columns } = match;
  return (
    coverage * 4 +
    rows / seen.count +
    columns.length * 0.1 +
    (origin.kind === 'request' ? 0.05 : 0) -
    surplus * 0.2
  );
}
