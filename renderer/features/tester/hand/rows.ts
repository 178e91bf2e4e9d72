import type { ProposedField, SelectorSuggestion } from '../../../../shared/contract/types.ts';
import { isObject, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { editBetween } from '../../../../shared/spider/text-edits.ts';
import { toast } from '../../../state/toasts.ts';
import {
  getDocument,
  replaceText,
  revealPointer,
  writeValue,
  type SpiderKey,
} from '../../../spider-document/document.ts';
import { inTurn, setValue } from '../../../../shared/spider/json-edits.ts';
import { nodeAt, parseText, pointerOf, valueOf } from '../../../../shared/spider/json-path.ts';
import { fieldPath } from '../../../spider-document/place.ts';
import type { AtHand } from '../at-hand.ts';
import type { NamedReport } from '../field-paths.ts';
import { pageRuleFor } from '../page-rule.ts';
import { freeName } from '../proposal/columns.ts';
import { changeTester, getTester } from '../tester-store.ts';
import { useTest } from '../use-test.ts';
import { partOf } from './part-of.ts';
import { askFor, suggest } from './suggest.ts';

/** The page, the callback and its fields. */
export type RowsHere = Pick<AtHand, 'callback' | 'field' | 'reports' | 'subject' | 'text'> & {
  readonly page: string;
};

/** The rows that two of them stand for; null: there are none, or the callback has rows already. */
export function useRowsOf(key: SpiderKey, here: RowsHere, rows: readonly [number, number]) {
  const { callback, page, subject, text } = here;
  const own =
    callback === null ? undefined : nodeAt(parseText(text).root, ['callbacks', callback, 'iterate']);
  const isAsked = callback !== null && (own === undefined || own.type === 'null');
  const suggested = useTest(
    'tester.suggest',
    isAsked ? askFor({ page, elements: rows, not: [], within: null }) : null,
    `${subject} ${rows.join(' ')}`,
  );
  const best = suggested.value?.suggestions.find(takesElements) ?? null;
  const selected = useTest(
    'tester.selector',
    best === null ? null : { page, language: best.language, selector: best.selector },
    `${subject} ${best?.selector}`,
  );
  const found = useTest(
    'tester.columns',
    best === null ? null : { page, rows: best.selector },
    `${subject} ${best?.selector}`,
  );
  if (best === null || selected.value === null) return null;
  const { matches, nodes } = selected.value;
  return {
    matches,
    elements: nodes.elements,
    /** What tells something in each of them. */
    columns: found.value?.fields ?? [],
    /** Makes the rows. @param columns fields that they get beside those that were picked */
    accept: (columns: readonly ProposedField[]) => void makeRows(key, here, best.selector, columns),
  };
}

/** A row is an element, not its text or one of its attributes. */
const takesElements = ({ selector }: SelectorSuggestion): boolean => partOf(selector) === '';

/**
 * Leaves a row out: the callback takes its rows by a selector that does not match it. One step that can be undone.
 *
 * @param sets examples of rows that stay, the set that is tried first before the others
 * @returns whether there is such a selector
 */
export async function leaveRowOut(
  key: SpiderKey,
  { callback, page }: Pick<RowsHere, 'callback' | 'page'>,
  row: number,
  sets: readonly (readonly number[])[],
): Promise<boolean> {
  if (callback === null) return false;
  for (const elements of sets) {
    const suggested = await suggest({ page, elements, not: [row], within: null });
    const best = suggested?.suggestions.find(takesElements);
    if (best === undefined) continue;
    return writeValue(key, ['callbacks', callback, 'iterate', 'selector'], best.selector, 'Leave a row out');
  }
  return false;
}

/**
 * Makes rows of a callback: its fields start at the row from now on. One step that can be undone.
 * @param columns fields that are added, except those that take what a field takes already
 */
export async function makeRows(
  key: SpiderKey,
  here: RowsHere,
  selector: string,
  columns: readonly ProposedField[],
): Promise<void> {
  const { callback, reports, page } = here;
  if (callback === null) return;
  const fields = reports.filter(({ names }) => names.length === 1);
  const relative = await Promise.all(
    fields.map(async (field) => [field.names[0] ?? '', await inRow(page, field, selector)] as const),
  );
  const withRule = await pageRuleFor(key, page, callback);
  const text = getDocument(key)?.text;
  const written = text === undefined ? undefined : nodeAt(parseText(text).root, ['callbacks', callback]);
  const value = valueOf(written);
  if (text === undefined || !isObject(value)) return;
  const places = new Map(relative);
  const own = Object.fromEntries(
    membersOf(memberOf(value, 'extract')).map(([name, field]) => [
      name,
      fieldInRow(field, places.get(name) ?? null),
    ]),
  );
  const extract = withMore(own, columns, [...places.values()]);
  const edits = inTurn(text, [
    (now) => [editBetween(now, withRule(now))],
    (now) => setValue(now, ['callbacks', callback], { ...value, iterate: { selector }, extract }),
  ]);
  if (edits === null) {
    toast.warning('No rows were made', { message: 'The text of the spider has an error here.' });
    return;
  }
  replaceText(key, edits, 'Make rows');
  const { hand } = getTester(key);
  if (hand !== null)
    changeTester(key, { hand: { ...hand, rows: null, elements: hand.elements.slice(0, 1) } });
  const [name] = here.field?.names ?? [];
  revealPointer(key, pointerOf(fieldPath(callback, name === undefined ? [] : [name])), { focus: false });
}

/** Fields, and the columns that take something else. @param taken by which the fields take a value from a row */
function withMore(
  fields: Readonly<Record<string, unknown>>,
  columns: readonly ProposedField[],
  taken: readonly (SelectorSuggestion | null)[],
): Record<string, unknown> {
  const known = new Set(taken.flatMap((each) => (each === null ? [] : [each.selector, plain(each.value)])));
  const more: Record<string, unknown> = { ...fields };
  for (const { name, selector, raw, definition } of columns) {
    if (!known.has(selector) && !known.has(plain(raw))) more[freeName(more, name)] = definition;
  }
  return more;
}

const plain = (value: string | null): string => (value ?? '').replace(/\s+/gu, ' ').trim();

/** The selector by which a row has what a field takes from the page; null: it lies outside of the rows. */
async function inRow(
  page: string,
  { report }: NamedReport,
  within: string,
): Promise<SelectorSuggestion | null> {
  const [element] = report.nodes.elements;
  if (element === undefined || report.selector === null) return null;
  const suggested = await suggest({ page, elements: [element], not: [], within });
  const part = partOf(report.selector);
  const all = suggested?.suggestions ?? [];
  return all.find((each) => partOf(each.selector) === part) ?? null;
}

const keys = { css: 'css', xpath: 'xpath', json: 'json_path' } as const;

function fieldInRow(field: unknown, taken: SelectorSuggestion | null): unknown {
  if (taken === null || !isObject(field)) return field;
  const { css: _css, xpath: _xpath, json_path: _path, get_all: _all, ...rest } = field;
  return { [keys[taken.language]]: taken.selector, ...rest };
}
