import type { DescribedTree, ElementFacts } from '../tree.ts';
import { saidBy, type Control } from './controls.ts';
import { followsRecords } from './after-records.ts';
import type { Label } from './label.ts';
import type { NumberRun } from './numbers.ts';
import { boxSigns, ownSigns, type BoxSigns } from './signs.ts';
import { isPageName, markedNumber } from './url-step.ts';

/** What tells a control for the next page from others. Each is true or false. */
export const featureNames = [
  'says next',
  'says next among others',
  'says previous',
  'says first',
  'says last',
  'says more',
  'says older',
  'says newer',
  'right arrow',
  'left arrow',
  'double arrow beside a single one',
  'no text',
  'long text',
  'title says next',
  'title says previous',
  'rel next',
  'rel prev',
  'class next',
  'class previous',
  'class last',
  'class more',
  'disabled',
  'in a pager',
  'in navigation of articles',
  'in a carousel',
  'in a calendar',
  'in a menu or dialog',
  'in the frame of the site',
  'button',
  'no address',
  'same page',
  'other site',
  'one number more',
  'one number less',
  'another number',
  'number beside other changes',
  'other page',
  'other argument',
  'named page number follows',
  'beside page numbers',
  'link of the number that follows',
  'link of a number before',
  'head says it is next',
  'one of many with its label',
  'says next in a pager',
  'arrow or name in a pager',
  'word and address agree',
  'arrow or name and address agree',
  'goes back',
  'pager without addresses',
  'goes on in an order by time',
  'after the middle',
  'beside a control for the previous page',
  'page has numbers elsewhere',
  'goes on by word and address',
  'goes on after the records',
] as const;

export type FeatureName = (typeof featureNames)[number];
export type Features = ReadonlySet<FeatureName>;

/** A page as the ranking of its controls needs it. */
export interface PagerPage {
  readonly tree: DescribedTree;
  readonly url: URL | null;
  readonly controls: readonly Control[];
  readonly runs: readonly NumberRun[];
  /** URLs that `<link rel=next>` names. */
  readonly head: ReadonlySet<string>;
  /** Number of different addresses by the text of their links. */
  readonly labels: ReadonlyMap<string, number>;
}

/** Whether a control could lead to the next page at all. Links with a page number are no candidates. */
export function isCandidate({ label, names, facts }: Control, elements: readonly ElementFacts[]): boolean {
  if (label.number !== null) return false;
  const says = (direction: string | null): boolean =>
    direction !== null && direction !== 'first' && direction !== 'last';
  if (says(label.direction) || label.arrow === 'right') return true;
  if (label.text.length > 30) return false;
  if (/(?:^|\s)next(?:$|\s)/i.test(facts.element.attribs['rel'] ?? '')) return true;
  if (names.some(({ direction, arrow }) => says(direction) || arrow === 'right')) return true;
  const own = ownSigns(facts, elements);
  return own.next || own.more;
}

/** Boxes around a control that are looked at. */
const maxBoxes = 7;

/** Describes a candidate. */
export function featuresOf(control: Control, page: PagerPage): Features {
  const features = new Set<FeatureName>();
  const has = (name: FeatureName): boolean => features.has(name);
  const put = (name: FeatureName, holds: boolean): void => {
    if (holds) features.add(name);
  };
  addWords(control, page, put);
  addBoxes(control, page, put);
  addAddress(control, page, put);
  addNumbers(control, page, put);
  put(
    'one of many with its label',
    control.label.text !== '' && (page.labels.get(control.label.text) ?? 0) > 3,
  );
  put('after the middle', control.facts.at * 2 > page.tree.elements.length);
  const inPager = has('in a pager') || has('beside page numbers');
  put('says next in a pager', has('says next') && inPager);
  put(
    'arrow or name in a pager',
    !has('says next') && (has('right arrow') || has('class next') || has('title says next')) && inPager,
  );
  const follows =
    has('one number more') || has('named page number follows') || has('link of the number that follows');
  put('word and address agree', has('says next') && follows);
  put(
    'arrow or name and address agree',
    !has('says next') && (has('right arrow') || has('class next') || has('title says next')) && follows,
  );
  const said = saidBy(control);
  const goesOn =
    said.exact && (said.direction === 'more' || said.direction === 'load' || said.direction === 'older');
  put('goes on by word and address', goesOn && follows);
  put(
    'goes on after the records',
    (goesOn || (said.exact && said.direction === 'next')) && isMoreOfList(control, said, page),
  );
  const saysBack = has('says previous') || has('says newer') || has('class previous') || has('rel prev');
  const byTime = has('goes on in an order by time');
  put('goes back', saysBack && !byTime && (has('one number less') || has('link of a number before')));
  return features;
}

/** Characters of the other controls of a pager, from "1 2 3" to "Newer posts". */
const maxBeside = 40;

/** Whether a control, the only one with its label, stands after the records and leads to more of their list. */
function isMoreOfList(
  { facts, step, isLink }: Control,
  said: Label,
  { labels, tree, url: page }: PagerPage,
): boolean {
  if ((labels.get(said.text) ?? 0) > 1) return false;
  // What counts pages tells by its number where it goes on.
  if (said.direction === 'next' && step?.kind === 'number' && step.from !== null) return false;
  // Where the page came from is unknown, and with it what its links change.
  if (step === null) return page === null && isLink && followsRecords(facts, tree.elements, maxBeside);
  const isSameList =
    (step.kind === 'number' && (step.from !== null || page === null || markedNumber(page) === null)) ||
    (step.kind === 'other' && (step.sameFile || said.direction === 'older' || said.direction === 'load'));
  return isSameList && followsRecords(facts, tree.elements, maxBeside);
}

type Put = (name: FeatureName, holds: boolean) => void;

function addWords({ label, names, facts }: Control, { tree }: PagerPage, put: Put): void {
  const { direction, exact, arrow } = label;
  put('says next', direction === 'next' && exact);
  put('says next among others', direction === 'next' && !exact);
  put('says previous', direction === 'previous');
  put('says first', direction === 'first');
  put('says last', direction === 'last');
  put('says more', direction === 'more' || direction === 'load');
  put('says older', direction === 'older');
  put('says newer', direction === 'newer');
  put('right arrow', arrow === 'right');
  put('left arrow', arrow === 'left');
  put('no text', label.text === '');
  put('long text', label.text.length > 24);
  put(
    'title says next',
    names.some((name) => name.direction === 'next' || (name.direction === null && name.arrow === 'right')),
  );
  put(
    'title says previous',
    names.some((name) => name.direction === 'previous' || name.direction === 'newer'),
  );
  const rel = ` ${facts.element.attribs['rel'] ?? ''} `.toLowerCase();
  put('rel next', rel.includes(' next '));
  put('rel prev', rel.includes(' prev ') || rel.includes(' previous '));
  const own = ownSigns(facts, tree.elements);
  put('class next', own.next);
  put('class previous', own.previous);
  put('class last', own.last);
  put('class more', own.more);
  put('disabled', own.disabled);
  put('button', facts.element.name !== 'a');
}

function addBoxes({ facts }: Control, { tree }: PagerPage, put: Put): void {
  let node: ElementFacts | undefined = facts;
  const found = { pager: false, article: false, carousel: false, calendar: false, menu: false, frame: false };
  for (let level = 0; level < maxBoxes && node !== undefined; level += 1) {
    if (node.element.name === 'body' || node.element.name === 'html') break;
    const signs: BoxSigns = boxSigns(node);
    found.pager ||= signs.pager && level < 5;
    found.article ||= signs.article && level < 5;
    found.carousel ||= signs.carousel;
    found.calendar ||= signs.calendar;
    found.menu ||= signs.menu && level < 5;
    found.frame ||= signs.frame && !found.pager;
    node = tree.elements[node.parent];
  }
  put('in a pager', found.pager);
  put('in navigation of articles', found.article);
  put('in a carousel', found.carousel);
  put('in a calendar', found.calendar);
  put('in a menu or dialog', found.menu);
  put('in the frame of the site', found.frame);
}

function addAddress({ url, step, facts }: Control, page: PagerPage, put: Put): void {
  put('no address', url === null && facts.element.name === 'a');
  if (url === null) return;
  put('head says it is next', page.head.has(withoutHash(url)));
  const current = page.url === null ? null : markedNumber(page.url);
  const named = markedNumber(url);
  put(
    'named page number follows',
    named !== null && (named === (current ?? 1) + 1 || (current === null && named === 1)),
  );
  if (step === null) return;
  put('same page', step.kind === 'same');
  put('other site', step.kind === 'elsewhere');
  put('other page', step.kind === 'other' && !step.sameFile);
  put('other argument', step.kind === 'other' && step.sameFile);
  put(
    'one number less',
    step.kind === 'dropped' || (step.kind === 'number' && step.from !== null && step.to < step.from),
  );
  if (step.kind !== 'number') return;
  const follows =
    step.from === null
      ? current === null && (step.to === 2 || (isPageName(step.slot.name) && step.to > 0))
      : step.to === step.from + 1;
  put('one number more', follows);
  put('another number', !follows && (step.from === null || step.to > step.from));
  put('number beside other changes', step.others);
}

const withoutHash = (url: URL): string => (url.hash === '' ? url.href : url.href.slice(0, -url.hash.length));

function addNumbers(control: Control, page: PagerPage, put: Put): void {
  const { facts, url } = control;
  const { elements } = page.tree;
  const run = page.runs.find(({ box }) => isBeside(facts, box, elements));
  put('beside page numbers', run !== undefined);
  put('page has numbers elsewhere', run === undefined && page.runs.length > 0);
  put(
    'pager without addresses',
    url === null && run?.links.every((link) => link.control.url === null) === true,
  );
  if (run !== undefined && url !== null) {
    const same = run.links.find(({ control: { url: other } }) => other?.href === url.href);
    if (same !== undefined && run.current !== null) {
      put('link of the number that follows', same.number === run.current + 1);
      put('link of a number before', same.number < run.current);
    }
  }
  const near = neighbours(control, page);
  put('goes on in an order by time', control.label.direction === 'previous' && isByTime(near));
  put(
    'double arrow beside a single one',
    control.label.double &&
      near.some(({ label }) => label.arrow === 'right' && !label.double && label.number === null),
  );
  put(
    'beside a control for the previous page',
    near.some(
      ({ label, names, facts: { element } }) =>
        label.direction === 'previous' ||
        label.direction === 'newer' ||
        (label.number === null && label.arrow === 'left') ||
        /(?:^|\s)prev(?:$|\s)/i.test(element.attribs['rel'] ?? '') ||
        names.some(({ direction }) => direction === 'previous'),
    ),
  );
}

/** Whether controls lead to the oldest page on the left and to the newest on the right, so that "previous" goes on. */
function isByTime(near: readonly Control[]): boolean {
  const oldest = near.findIndex(({ label }) => label.direction === 'oldest');
  const newest = near.findIndex(({ label }) => label.direction === 'newest');
  return oldest !== -1 && newest > oldest;
}

/** Whether an element stands in the box of a sequence, or close to it. */
function isBeside(facts: ElementFacts, box: ElementFacts, elements: readonly ElementFacts[]): boolean {
  let around: ElementFacts | undefined = box;
  for (let level = 0; level < 3 && around !== undefined; level += 1) {
    if (facts.at >= around.at && facts.at <= around.end)
      return around.end - around.at < 150 || around.links <= box.links + 12;
    around = elements[around.parent];
  }
  return false;
}

/** The other controls in the box of a control. */
function neighbours(control: Control, { controls, tree: { elements } }: PagerPage): Control[] {
  let box = control.facts;
  for (let level = 0; level < 4; level += 1) {
    const parent = elements[box.parent];
    if (parent === undefined || parent.end - parent.at > 120) break;
    box = parent;
    const inside = controlsIn(box, controls).filter((other) => other !== control);
    if (inside.length > 1) return inside;
  }
  return controlsIn(box, controls).filter((other) => other !== control);
}

/** The controls of a box; they are in document order. */
function controlsIn(box: ElementFacts, controls: readonly Control[]): Control[] {
  let low = 0;
  let high = controls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((controls[middle]?.facts.at ?? 0) < box.at) low = middle + 1;
    else high = middle;
  }
  const found: Control[] = [];
  for (let index = low; index < controls.length; index += 1) {
    const control = controls[index];
    if (control === undefined || control.facts.at > box.end) break;
    found.push(control);
  }
  return found;
}
