import type { CallValue } from '../../../../shared/contract/index.ts';
import type { PageElement, RowsReport, SelectorSuggestion } from '../../../../shared/contract/types.ts';
import { toast } from '../../../state/toasts.ts';
import { count } from '../../../ui/format.ts';
import { getDocument, revealPointer, type SpiderKey } from '../../../spider-document/document.ts';
import { pointerOf } from '../../../../shared/spider/json-path.ts';
import { fieldPath } from '../../../spider-document/place.ts';
import type { AtHand } from '../at-hand.ts';
import type { NamedReport } from '../field-paths.ts';
import { pageRuleFor, unchanged, type WithPageRule } from '../page-rule.ts';
import { callbackOf, nameFor, targetsIn, type Target } from '../targets.ts';
import { changeTester, getTester, useTester, type Hand } from '../tester-store.ts';
import { likeness } from './likeness.ts';
import { meaningOf, rowOf } from './meaning.ts';
import { partOf } from './part-of.ts';
import { wordsOf } from './names.ts';
import { leaveRowOut } from './rows.ts';
import { suggest } from './suggest.ts';
import { writeTaken } from './write-field.ts';

/** What a pick is made in: a page, a callback, and what the callback takes from the page. */
export type Here = Pick<AtHand, 'callback' | 'field' | 'reports'> & {
  readonly page: string;
  readonly rows: RowsReport | null;
};

/** The page and the callback in hand, for a pick on that page. */
export const hereOf = ({ callback, field, reports, test }: AtHand, page: string): Here => ({
  page,
  callback,
  field,
  reports,
  rows: test.value?.rows ?? null,
});

/** The most matches that are given as examples beside those that were picked. */
const maxExamples = 20;

/** The newest pick of a spider; answers to older ones are not acted on. */
let newest = 0;

const heldAt = (hand: Hand | null, page: string | null, pointer: string | null): Hand | null =>
  hand !== null && hand.page === page && hand.pointer === pointer ? hand : null;

/** The examples of the field at the caret that were picked on the page; null: there are none. */
export function useHand(key: SpiderKey, at: Pick<AtHand, 'callback' | 'field' | 'page'>): Hand | null {
  return heldAt(useTester(key).hand, at.page?.id ?? null, pointerOfField(at));
}

const pointerOfField = ({ callback, field }: Pick<AtHand, 'callback' | 'field'>): string | null =>
  callback === null || field === null ? null : pointerOf(fieldPath(callback, field.names));

/**
 * What a click on an element of the page does: an element that a field takes already brings that field into hand. One that
 * the field in hand takes wrongly is excluded, one that it misses or that is like the one in hand is added. Anything else
 * is a new field of the callback in hand.
 */
export async function pick(key: SpiderKey, here: Here, element: number): Promise<void> {
  const turn = (newest += 1);
  const described = await suggest({ page: here.page, elements: [element], not: [], within: null });
  if (described === null || turn !== newest) return;
  const around = aroundOf(described.element);
  changeTester(key, { clicked: around });
  const hand = heldAt(getTester(key).hand, here.page, pointerOfField(here));
  const meaning = meaningOf(around, hand, here.field, here.reports, here.rows);
  if (meaning.kind === 'nothing') return;
  if (meaning.kind === 'field') return bringToHand(key, here, meaning.field, element);
  if (hand !== null && here.field !== null) {
    const field = { field: here.field, hand };
    if (meaning.kind === 'wrong') return exclude(key, here, field, around, turn);
    if (meaning.kind === 'missed' && (await extend(key, here, field, element, turn))) return;
    if (meaning.kind === 'new' && (await extendByLike(key, here, field, described.element, turn))) return;
  }
  if (turn === newest) await addField(key, here, described, around, turn);
}

/** Takes another element in place of the one that was picked: its parent, a child or a sibling. */
export async function step(key: SpiderKey, here: Here, element: number): Promise<void> {
  const turn = (newest += 1);
  const hand = heldAt(getTester(key).hand, here.page, pointerOfField(here));
  const target = targetOfField(key, here);
  if (hand === null || target === null) return;
  const answer = await suggest({ page: here.page, elements: [element], not: [], within: target.within });
  const best = answer?.suggestions[0];
  if (best === undefined || turn !== newest) return;
  put(key, here, target, best, { elements: [element], not: [], join: `pick ${hand.pointer}` });
}

function bringToHand(key: SpiderKey, here: Here, field: NamedReport, element: number): void {
  if (here.callback === null) return;
  const pointer = pointerOf(fieldPath(here.callback, field.names));
  revealPointer(key, pointer, { focus: false });
  changeTester(key, {
    hand: { pointer, page: here.page, elements: [element], not: [], elsewhere: [], rows: null },
    tab: 'fields',
  });
}

/** Nothing is in hand any more. */
export function letGo(key: SpiderKey): void {
  const { hand } = getTester(key);
  changeTester(key, { hand: null });
  if (hand !== null) {
    revealPointer(key, hand.pointer.split('/').slice(0, 3).join('/'), { focus: false });
  }
}

interface InHand {
  readonly field: NamedReport;
  readonly hand: Hand;
}

/** The field takes the others without an element; where no selector does, its whole row is left out. */
async function exclude(
  key: SpiderKey,
  here: Here,
  { field, hand }: InHand,
  around: readonly number[],
  turn: number,
): Promise<void> {
  const [wrong] = around;
  const target = targetOfField(key, here);
  if (target === null || wrong === undefined) return;
  const not = [...hand.not, wrong];
  const others = field.report.nodes.elements.filter((each) => !not.includes(each));
  const best = await firstFor(here.page, target, [[...hand.elements, ...others], hand.elements], not);
  if (turn !== newest) return;
  if (best !== null) return put(key, here, target, best, { ...hand, not });
  const rows = here.rows?.nodes.elements ?? [];
  const row = rowOf(around, rows);
  const held = rows.findLast((each) => each <= (hand.elements[0] ?? -1));
  if (row !== null && held !== undefined && row !== held) {
    const kept = [held, ...rows.filter((each) => each !== row && each !== held)].slice(0, maxExamples);
    if (await leaveRowOut(key, here, row, [kept, kept.slice(0, 2)])) {
      toast.information('The row is left out', { message: 'The others are told from it as rows.' });
      return;
    }
  }
  toast.information('No selector takes the others without this one', {
    message: 'The field stays as it is. A processor may tell them apart.',
  });
}

async function extend(key: SpiderKey, here: Here, { field, hand }: InHand, missed: number, turn: number) {
  const target = targetOfField(key, here);
  if (target === null) return false;
  const elements = [...hand.elements, missed];
  const all = [...elements, ...field.report.nodes.elements.slice(0, maxExamples)];
  const best = await firstFor(here.page, target, [all, elements], hand.not);
  if (best === null || turn !== newest) return false;
  put(key, here, target, best, { elements, not: hand.not });
  return true;
}

/** A second element like the one in hand makes a list of both and all that are like them. */
async function extendByLike(key: SpiderKey, here: Here, { hand }: InHand, second: PageElement, turn: number) {
  const [first] = hand.elements;
  const target = targetOfField(key, here);
  if (first === undefined || target === null) return false;
  const one = await suggest({ page: here.page, elements: [first], not: [], within: null });
  const like = one === null ? null : likeness(one.element, second);
  if (like === null) return false;
  const elements = [...hand.elements, second.element];
  const best = await firstFor(here.page, target, [elements], hand.not);
  if (best === null || turn !== newest) return false;
  const rows = target.within === null && like.isInside ? like.parts : null;
  put(key, here, target, best, { elements, not: hand.not, rows, all: best.matches > 1 });
  if (best.matches > elements.length) {
    toast.information(`${count(best.matches)} like it`, { message: 'The field takes all of them.' });
  }
  return true;
}

/** The best selector for the first of the sets of examples that has one; null: none has. */
async function firstFor(
  page: string,
  { within }: Target,
  sets: readonly (readonly number[])[],
  not: readonly number[],
): Promise<SelectorSuggestion | null> {
  for (const set of sets) {
    const elements = [...new Set(set)].slice(0, maxExamples);
    const answer = await suggest({ page, elements, not, within });
    const best = answer?.suggestions[0];
    if (best !== undefined) return best;
  }
  return null;
}

interface Put {
  readonly elements: readonly number[];
  readonly not: readonly number[];
  readonly elsewhere?: Hand['elsewhere'];
  readonly rows?: Hand['rows'];
  readonly all?: boolean | null;
  readonly join?: string | null;
  readonly name?: string;
  readonly withRule?: WithPageRule;
}

/** Writes a selector into its field, which comes into hand with its examples. */
function put(
  key: SpiderKey,
  { page }: Here,
  target: Target,
  { language, selector, value }: SelectorSuggestion,
  {
    elements,
    not,
    elsewhere = [],
    rows = null,
    all = null,
    join = null,
    name = '',
    withRule = unchanged,
  }: Put,
): void {
  const pointer = writeTaken(key, target, { language, selector, value, all }, { name, withRule, join });
  if (pointer !== null) {
    changeTester(key, { hand: { pointer, page, elements, not, elsewhere, rows }, tab: 'fields' });
    return;
  }
  toast.warning('The field was not written', {
    message: 'The text of the spider has an error here.',
    hint: 'Fix the text first. Its problems are listed below it.',
  });
}

/** What is taken of an element: its text or an attribute, as `partOf` names them, of it alone or of all elements like it. */
export interface WantedPart {
  readonly part: string;
  readonly all: boolean;
}

/** Whether a selector takes a part as it is wanted. */
const takesPart = ({ selector, kind }: SelectorSuggestion, { part, all }: WantedPart): boolean =>
  partOf(selector) === part && (kind === 'list') === all;

/** The numbers of an element and of what it lies in, from the innermost outwards. */
export const aroundOf = ({ element, ancestors }: PageElement): number[] => [
  element,
  ...ancestors
    .map((each) => each.element)
    .toReversed()
    .slice(1),
];

/** Takes a part of an element as a new field of the callback in hand. */
export async function takePart(
  key: SpiderKey,
  here: Here,
  described: CallValue<'tester.suggest'>,
  wanted: WantedPart,
): Promise<void> {
  const turn = (newest += 1);
  await addField(key, here, described, aroundOf(described.element), turn, wanted);
}

/** Whether an element can be left out of the field in hand: the field takes it, or it is in another row than the examples. */
export function mayLeaveOut(key: SpiderKey, here: Here, around: readonly number[]): boolean {
  const hand = heldAt(getTester(key).hand, here.page, pointerOfField(here));
  if (hand === null || here.field === null || around.some((each) => hand.elements.includes(each)))
    return false;
  const taken = here.field.report.nodes.elements;
  const row = rowOf(around, here.rows?.nodes.elements ?? []);
  return (
    (row !== null && rowOf(hand.elements, [row]) === null) || around.some((each) => taken.includes(each))
  );
}

/** Leaves an element out of the field in hand. */
export async function leaveOut(key: SpiderKey, here: Here, around: readonly number[]): Promise<void> {
  const turn = (newest += 1);
  const hand = heldAt(getTester(key).hand, here.page, pointerOfField(here));
  if (hand !== null && here.field !== null)
    await exclude(key, here, { field: here.field, hand }, around, turn);
}

async function addField(
  key: SpiderKey,
  here: Here,
  described: CallValue<'tester.suggest'>,
  around: readonly number[],
  turn: number,
  wanted: WantedPart | null = null,
): Promise<void> {
  const { element } = described.element;
  const target = newTargetFor(key, here, around);
  if (target === null) return;
  const relative = around.some((each) => placesOf(here, target).includes(each));
  const answer =
    target.within === null || !relative
      ? described
      : await suggest({ page: here.page, elements: [element], not: [], within: target.within });
  if (turn !== newest || answer === null) return;
  // In a row, only an absolute XPath reaches what lies outside of it.
  const best = answer.suggestions.find(
    (each) =>
      (target.within === null || relative || (each.language === 'xpath' && each.selector.startsWith('/'))) &&
      (wanted === null || takesPart(each, wanted)),
  );
  if (best === undefined) {
    toast.information('No selector takes this from a row', {
      message: 'It lies outside the rows of the callback.',
    });
    return;
  }
  const name = nameFor(target, wordsOf(described.element));
  const pointer = pointerOf([...target.path, name]);
  const all = wanted?.all === true && target.within === null ? true : null;
  const withRule = await pageRuleFor(key, here.page, callbackOf(target));
  if (turn !== newest) return;
  put(key, here, target, best, {
    elements: [element],
    not: [],
    name,
    all,
    join: `pick ${pointer}`,
    withRule,
  });
}

/** Where a new field for an element belongs: among the fields of the innermost list or row that it lies in. */
function newTargetFor(key: SpiderKey, here: Here, around: readonly number[]): Target | null {
  const text = getDocument(key)?.text ?? '';
  const targets = targetsIn(text, here.callback, null).filter(({ kind }) => kind === 'new');
  const inside = targets.find((target) => around.some((each) => placesOf(here, target).includes(each)));
  return inside ?? targets.at(-1) ?? null;
}

/** The rows or items that the fields of a target start at. */
function placesOf({ callback, reports, rows }: Here, { path, within }: Target): readonly number[] {
  if (within === null || callback === null) return [];
  const owner = pointerOf(path.slice(0, -1));
  const list = reports.find(({ names }) => pointerOf(fieldPath(callback, names)) === owner);
  return list?.report.nodes.elements ?? rows?.nodes.elements ?? [];
}

/** The field at the caret as something that a selector can be written into. */
export function targetOfField(key: SpiderKey, here: Pick<AtHand, 'callback' | 'field'>): Target | null {
  const pointer = pointerOfField(here);
  const text = getDocument(key)?.text ?? '';
  return (
    targetsIn(text, here.callback, null).find(({ id, kind }) => kind !== 'new' && id === pointer) ?? null
  );
}

/** What a field takes, and what it does not. */
export type Examples = Pick<Hand, 'elements' | 'not' | 'elsewhere'>;

/** What is known of the field in hand: what was picked for it, else that it takes its first match. */
export function examplesOf(hand: Hand | null, field: NamedReport): Examples {
  return hand ?? { elements: field.report.nodes.elements.slice(0, 1), not: [], elsewhere: [] };
}

/** Takes the field in hand by another selector. @param examples what it is for */
export function choose(key: SpiderKey, here: Here, candidate: SelectorSuggestion, examples: Examples): void {
  const target = targetOfField(key, here);
  if (target === null || here.field === null) return;
  const hand = heldAt(getTester(key).hand, here.page, pointerOfField(here));
  const all = candidate.kind === 'list' && target.within === null ? true : null;
  put(key, here, target, candidate, { ...examples, rows: hand?.rows ?? null, all });
}

/** Answers whether the field takes an element of another page, and takes the field by the best selector that says the same. */
export async function answer(
  key: SpiderKey,
  here: Here,
  { page, element }: NonNullable<CallValue<'tester.suggest'>['question']>,
  isWanted: boolean,
): Promise<void> {
  const turn = (newest += 1);
  const target = targetOfField(key, here);
  if (target === null || here.field === null) return;
  const hand = heldAt(getTester(key).hand, here.page, pointerOfField(here));
  const known = examplesOf(hand, here.field);
  const said = isWanted ? { elements: [element], not: [] } : { elements: [], not: [element] };
  const elsewhere = [...known.elsewhere, { page, ...said }];
  const { within } = target;
  const suggested = await suggest({ ...known, page: here.page, elsewhere, within });
  const best = suggested?.suggestions[0];
  if (turn !== newest) return;
  if (best !== undefined)
    return put(key, here, target, best, { ...known, elsewhere, rows: hand?.rows ?? null });
  toast.information('No selector fits this answer', { message: 'The field stays as it is.' });
}
