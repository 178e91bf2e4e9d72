import type { CallValue } from '../../../../shared/contract/index.ts';
import type { ProposedField } from '../../../../shared/contract/types.ts';
import { inTurn, insertItem, setValue, type Edits } from '../../../../shared/spider/json-edits.ts';
import { nodeAt, parseText, pointerOf, valueOf } from '../../../../shared/spider/json-path.ts';
import { entriesOf, isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { builtInCallback } from '../../../../shared/spider/schema.ts';
import { editBetween } from '../../../../shared/spider/text-edits.ts';
import { fieldPath } from '../../../spider-document/place.ts';
import {
  getDocument,
  replaceText,
  revealPointer,
  type SpiderKey,
} from '../../../spider-document/document.ts';
import { getClient } from '../../../state/client.ts';
import { toast } from '../../../state/toasts.ts';
import { pageRuleFor } from '../page-rule.ts';
import { freeName } from '../proposal/columns.ts';
import { changeTester } from '../tester-store.ts';
import { makeRows, type RowsHere } from './rows.ts';

type Described = CallValue<'tester.suggest'>;

/** The entries that a value of a JSON page lies in, as rows. */
export interface JsonRows {
  /** JSONPath of the entries. */
  readonly rows: string;
  /** Path of the value in its entry; null: it is the entry. */
  readonly own: string | null;
  /** Number of entries. */
  readonly count: number;
  readonly columns: readonly ProposedField[];
}

/** Lists that are looked at, from the innermost outwards. */
const maxLists = 2;

/** The path of a value for all entries of all lists that it lies in; null: it lies in none. */
export const pathInEntries = ({ suggestions }: Described): string | null =>
  suggestions.find(
    ({ kind, language, selector }) => kind === 'list' && language === 'json' && !selector.startsWith('$..'),
  )?.selector ?? null;

/** The lists that a path leads through, innermost first, with the rest of the path in their entries. */
export function listsAlong(path: string): { rows: string; own: string | null }[] {
  const ends = [...path.matchAll(/\[\*\]|\.\*/g)].map(({ index, 0: step }) => index + step.length);
  return ends.toReversed().map((end) => ({
    rows: path.slice(0, end),
    own: end === path.length ? null : `$${path.slice(end)}`,
  }));
}

/** What the value of a JSON page would be in as rows, for each list around it that has several entries. */
export async function jsonRowsAround(page: string, described: Described): Promise<JsonRows[]> {
  const path = pathInEntries(described);
  if (path === null) return [];
  const client = getClient();
  const lists = listsAlong(path).slice(0, maxLists);
  const answers = await Promise.all(
    lists.map(async ({ rows, own }) => {
      const [selected, columns] = await Promise.all([
        client.call('tester.selector', { page, language: 'json', selector: rows }),
        client.call('tester.columns', { page, rows }),
      ]);
      const found = columns.ok ? columns.value.fields : [];
      return { rows, own, count: selected.ok ? selected.value.matches : 0, columns: found };
    }),
  );
  // A plain value in a list of plain values is no row where that list lies in an entry itself.
  return answers.filter(({ count, columns, own }) => count > 1 && (columns.length > 0 || own !== null));
}

/** The callback of a text whose rows these are; null: none. */
export function callbackOfRows(text: string, rows: string): string | null {
  const callbacks = membersOf(valueOf(nodeAt(parseText(text).root, ['callbacks'])));
  const own = callbacks.find(([, callback]) => memberOf(memberOf(callback, 'iterate'), 'selector') === rows);
  return own?.[0] ?? null;
}

/**
 * Makes rows of entries: by the callback in hand where it has none yet, else by a new one. One step that can be undone.
 * @param columns the fields that a row gets
 */
export async function takeJsonRows(
  key: SpiderKey,
  here: RowsHere,
  { rows }: Pick<JsonRows, 'rows'>,
  columns: readonly ProposedField[],
): Promise<void> {
  const { callback, page } = here;
  const text = getDocument(key)?.text ?? '';
  const own = callback === null ? undefined : valueOf(nodeAt(parseText(text).root, ['callbacks', callback]));
  if (own !== undefined && memberOf(own, 'iterate') === undefined) {
    await makeRows(key, here, rows, columns);
    return;
  }
  const callbacks = valueOf(nodeAt(parseText(text).root, ['callbacks']));
  const name = freeName(callbacks, nameOf(rows));
  const withRule = await pageRuleFor(key, page, name);
  let extract: Record<string, unknown> = {};
  for (const { name: field, definition } of columns) {
    extract = { ...extract, [freeName(extract, field)]: definition };
  }
  const isWritten = write(key, 'Make rows', [
    (now) => [editBetween(now, withRule(now))],
    (now) => setValue(now, ['callbacks', name], { iterate: { selector: rows }, extract }),
  ]);
  if (!isWritten) return;
  changeTester(key, { callback: name, proposing: null, tab: 'fields', hand: null });
  revealPointer(key, pointerOf(fieldPath(name, [])), { focus: false });
}

/**
 * Follows the URLs at a place of JSON pages: where that is in the rows of the callback, each row leads to its page and takes its values
 * along; else by a rule of their own.
 */
export async function followUrls(
  key: SpiderKey,
  { page, callback }: Pick<RowsHere, 'page' | 'callback'>,
  path: string,
  isNext: boolean,
): Promise<void> {
  const own = isNext || callback === null ? null : pathInRows(getDocument(key)?.text ?? '', callback, path);
  if (own !== null && callback !== null) {
    const place = ['callbacks', callback, 'iterate', 'follow'];
    const follow = { url: { json_path: own }, callback: builtInCallback };
    if (write(key, 'Follow these URLs', [(now) => setValue(now, place, follow)]))
      revealPointer(key, pointerOf(place), { focus: false });
    return;
  }
  const target = isNext ? callback : builtInCallback;
  const withRule = callback === null ? null : await pageRuleFor(key, page, callback);
  write(key, isNext ? 'Follow the next page' : 'Follow these URLs', [
    ...(withRule === null ? [] : [(now: string) => [editBetween(now, withRule(now))]]),
    (now) => {
      const rules = entriesOf(valueOf(nodeAt(parseText(now).root, ['rules'])));
      const rule = { restrict_json: [path], callback: target, follow: isNext };
      return insertItem(now, ['rules'], rules.length, rule);
    },
  ]);
}

/** The rest of a path in the rows of a callback; null: it makes none of them, or they lead to other pages already. */
function pathInRows(text: string, callback: string, path: string): string | null {
  const iterate = valueOf(nodeAt(parseText(text).root, ['callbacks', callback, 'iterate']));
  if (isSet(memberOf(iterate, 'follow'))) return null;
  const selector = memberOf(iterate, 'selector');
  return listsAlong(path).find(({ rows }) => rows === selector)?.own ?? null;
}

/** Reads the markup in a value as a page: a field of the callback whose entries are fragments of HTML. */
export function readAsHtml(key: SpiderKey, callback: string, name: string, path: string): void {
  const extract = valueOf(nodeAt(parseText(getDocument(key)?.text ?? '').root, fieldPath(callback, [])));
  const field = freeName(memberOf(extract, 'extract'), name);
  const definition = {
    type: 'nested_list',
    selector: path,
    as: 'html',
    extract: { text: { xpath: 'string(.)', processors: [{ type: 'collapse' }] } },
  };
  const place = [...fieldPath(callback, []), 'extract', field];
  if (write(key, 'Read as HTML', [(now) => setValue(now, place, definition)]))
    revealPointer(key, pointerOf(place), { focus: false });
}

/** Writes changes in one step. @returns whether the text had a place for them */
function write(key: SpiderKey, label: string, changes: readonly ((now: string) => Edits | null)[]): boolean {
  const text = getDocument(key)?.text;
  const edits = text === undefined ? null : inTurn(text, changes);
  if (edits !== null) {
    replaceText(key, edits, label);
    return true;
  }
  toast.warning('Nothing was written', {
    message: 'The text of the spider has an error here.',
    hint: 'Fix the text first. Its problems are listed below it.',
  });
  return false;
}

/** A name for the callback of rows: "parse_items" for "$.data.items[*]". */
function nameOf(rows: string): string {
  const name = /([A-Za-z]\w*)(?:\[\*\]|\.\*)$/.exec(rows)?.[1]?.toLowerCase() ?? 'rows';
  return `parse_${name}`;
}
