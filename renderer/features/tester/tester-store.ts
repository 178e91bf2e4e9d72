import { create } from 'zustand';
import type { OutlineGroup } from '../../../shared/window/preview.ts';
import type { RunSummary } from '../../../shared/contract/types.ts';
import type { SelectorLanguage } from '../../../shared/selectors/language.ts';
import { keyOf, type Place, type SpiderKey } from '../../spider-document/document.ts';

/** A tab of the tester. */
export type TesterTab = 'fields' | 'pick' | 'links' | 'article' | 'structure';

/** The language of an expression that is tried. */
export type TrialLanguage = SelectorLanguage | 'text';

/** What is outlined on the page. */
export interface Outlines {
  readonly groups: readonly OutlineGroup[];
  /** How many there are in all; the groups hold those that can be shown. */
  readonly total: number;
}

/** Elements of another saved page that a field takes, or must not take. */
export interface Elsewhere {
  readonly page: string;
  readonly elements: readonly number[];
  readonly not: readonly number[];
}

/** The field in hand: what was picked for it on a page. */
export interface Hand {
  /** The JSON pointer of the field. It is in hand as long as the caret is there. */
  readonly pointer: string;
  readonly page: string;
  /** Elements that it takes, as they were picked. */
  readonly elements: readonly number[];
  /** Elements that it must not take. */
  readonly not: readonly number[];
  /** The same for other saved pages: answers to questions. */
  readonly elsewhere: readonly Elsewhere[];
  /** Two parts of one kind that the examples lie in, where these could be rows; null: there are none. */
  readonly rows: readonly [number, number] | null;
}

/** The state that the page and the tester share. Kept while the window is open. */
export interface TesterState {
  /** The saved page that is shown; null: the newest. */
  readonly page: string | null;
  /** The row to go to as soon as its page is shown; null: none. */
  readonly row: { readonly page: string; readonly index: number } | null;
  /** The address at which the live page began; null: none is open. */
  readonly live: string | null;
  /** The page, or its markup. */
  readonly view: 'page' | 'source';
  /** Whether the outline of the page is open. */
  readonly outlineOpen: boolean;
  readonly tab: TesterTab;
  /** The callback that was chosen by hand; the one at the caret takes precedence. */
  readonly callback: string | null;
  readonly hand: Hand | null;
  /** The run whose rows are shown in the place of those of the page; null: none. */
  readonly tried: RunSummary | null;
  /** Whether proposals for the page are offered; null: while the spider takes nothing. */
  readonly proposing: boolean | null;
  /** The choice among them; null: the usual one. */
  readonly choice: string | null;
  /** The names of the columns that were chosen for a proposed list, by its position; null: those that are proposed. */
  readonly columns: { readonly list: number; readonly names: readonly string[] } | null;
  readonly outlines: Outlines;
  /** The elements that were clicked last, from the innermost outwards; a new list for each click. */
  readonly clicked: readonly number[] | null;
  /** Outlines while something is pointed at; they take precedence. */
  readonly pointed: Outlines | null;
  /** The index of the current outlined element. */
  readonly current: number | null;
  /** The element to scroll to, once for each object. */
  readonly scrollTo: { readonly element: number } | null;
  /** Where the caret was moved to something new; null: it was not. The object differs from the place once the caret moves. */
  readonly made: Place | null;
  /** The selector that is tried by hand. */
  readonly trial: { readonly language: TrialLanguage; readonly text: string };
}

/** No element is outlined. */
export const noOutlines: Outlines = { groups: [], total: 0 };

const beginning: TesterState = {
  page: null,
  row: null,
  live: null,
  view: 'page',
  outlineOpen: false,
  tab: 'fields',
  callback: null,
  hand: null,
  tried: null,
  proposing: null,
  choice: null,
  columns: null,
  outlines: noOutlines,
  clicked: null,
  pointed: null,
  current: null,
  scrollTo: null,
  made: null,
  trial: { language: 'css', text: '' },
};

const useTesters = create<{ testers: ReadonlyMap<string, TesterState> }>(() => ({ testers: new Map() }));

/** The tester of a spider now. */
export const getTester = (key: SpiderKey): TesterState =>
  useTesters.getState().testers.get(keyOf(key)) ?? beginning;

/** The tester of a spider; kept while the window is open. */
export const useTester = (key: SpiderKey): TesterState =>
  useTesters((state) => state.testers.get(keyOf(key)) ?? beginning);

/** Changes the tester of a spider. */
export function changeTester(key: SpiderKey, change: Partial<TesterState>): void {
  const { testers } = useTesters.getState();
  useTesters.setState({ testers: new Map(testers).set(keyOf(key), { ...getTester(key), ...change }) });
}

/** Shows another page; what was outlined and picked on the one before goes. */
export const showPage = (key: SpiderKey, page: string | null): void =>
  changeTester(key, {
    page,
    row: null,
    choice: null,
    columns: null,
    tried: null,
    outlines: noOutlines,
    clicked: null,
    pointed: null,
    current: null,
    scrollTo: null,
    hand: null,
  });

/** Shows the page of a row, and the row on it. */
export function showRow(key: SpiderKey, { page, index }: { page: string; index: number }): void {
  showPage(key, page);
  changeTester(key, { row: { page, index }, view: 'page' });
}

/** Outlines elements of the page; `scroll` brings the first of them into view. */
export function outline(
  key: SpiderKey,
  groups: readonly OutlineGroup[],
  { total, scroll = false }: { total?: number; scroll?: boolean } = {},
): void {
  const all = groups.reduce((sum, { elements }) => sum + elements.length, 0);
  changeTester(key, {
    outlines: { groups, total: total ?? all },
    pointed: null,
    current: null,
    scrollTo: scroll ? scrollingTo(groups[0]?.elements[0]) : null,
  });
}

const scrollingTo = (element: number | undefined) => (element === undefined ? null : { element });

/** Brings an element of the page into view. */
export const scrollToElement = (key: SpiderKey, element: number): void =>
  changeTester(key, { scrollTo: { element }, view: 'page' });

/** Outlines elements while they are pointed at; null: what was outlined before is again. */
export const pointAt = (key: SpiderKey, elements: readonly number[] | null): void =>
  changeTester(key, {
    pointed: elements === null ? null : { groups: [{ elements, style: 'picked' }], total: elements.length },
  });

/** Makes an outlined element the current one, and brings it into view; null: none is. */
export function markMatch(key: SpiderKey, element: number | null): void {
  const at = element === null ? -1 : outlinedElements(getTester(key).outlines).indexOf(element);
  if (element === null || at < 0) changeTester(key, { current: null });
  else changeTester(key, { current: at, scrollTo: { element } });
}

/** Goes to the next (1) or previous (-1) outlined element, and wraps around. */
export function stepMatch(key: SpiderKey, step: 1 | -1): void {
  const { outlines, current } = getTester(key);
  const elements = outlinedElements(outlines);
  if (elements.length === 0) return;
  const before = current ?? (step === 1 ? -1 : 0);
  const next = (before + step + elements.length) % elements.length;
  changeTester(key, { current: next, scrollTo: scrollingTo(elements[next]) });
}

/** In the order of the page. */
export const outlinedElements = ({ groups }: Outlines): readonly number[] =>
  groups.length === 1
    ? (groups[0]?.elements ?? [])
    : groups.flatMap(({ elements }) => elements).toSorted((a, b) => a - b);
