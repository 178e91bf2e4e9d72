import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { normalizeSpace, trimmedLength } from '../../extract/text.ts';
import { findBelow, isInline, unseenTags, visibleText, walk } from '../../extract/walk.ts';
import { stableClasses } from '../stable-classes.ts';

/** What is taken at a place of a record: its first text, all text in it, an attribute, or the text right behind it. */
export type Part = 'text' | 'whole' | 'behind' | { readonly attribute: string };

/** A place that the records of a list have in common. */
export interface Slot {
  /** The element there in each record; null: the record has none. Several: a list inside the record. */
  readonly cells: readonly (readonly Element[])[];
  readonly isList: boolean;
  readonly part: Part;
  /** A text that stands before it in every record, or a header cell above it; null: none. */
  readonly label: string | null;
  /** For a run: XPath from the head to the sibling that the elements are in; "" for the head itself. */
  readonly base: string;
}

const maxDepth = 14;
const maxSlots = 80;
/** Share of the records that have a class for it to tell a place. */
const usualFrom = 0.3;
/** Share of the records with the same number of like children for each to be a place of its own. */
const steadyFrom = 0.8;
/** Texts of lists inside a record are short; longer ones are prose. */
const maxEntry = 60;
/** What stands over the records inside a record: "3 replies". */
const maxHeading = 20;
/** Words between other elements are prose from this length on. */
const proseFrom = 80;
/** Words of up to this length are divided by the links and breaks in them. */
const dividedTo = 400;
const maxValue = 500;

const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'data-src', 'data-original', 'data-lazy-src', 'alt'],
  time: ['datetime'],
  meta: ['content'],
  link: ['href'],
  abbr: ['title'],
  data: ['value'],
  source: [],
};

/** Classes that hold a rating: "star-rating three". */
const rated = /(?:^|[\s_-])(?:rating|stars?)(?:$|[\s_-])/i;

type Cells = readonly (Element | null)[];

/**
 * Aligns records from their first elements down: children of like name and classes are one place. Work is bounded by the depth and by
 * the number of places.
 * @param records nodes of each record
 * @param heads first elements of records that are inside others: they are no part of the outer ones
 */
export function alignRecords(records: readonly (readonly AnyNode[])[], heads: ReadonlySet<AnyNode>): Slot[] {
  const slots: Slot[] = [];
  const first = records.map(([head]) => (head !== undefined && isTag(head) ? head : null));
  align(first, { base: '', depth: 0, isTaken: false, slots, heads });
  const followers = records.map((nodes) => nodes.slice(1));
  const behindHead = followers.map((nodes, at) =>
    nodes[0] !== undefined && isText(nodes[0]) && trimmedLength(nodes[0].data) > 0
      ? (first[at] ?? null)
      : null,
  );
  emitText(behindHead, 'behind', '', slots);
  const longest = Math.min(12, Math.max(0, ...followers.map((nodes) => nodes.filter(isTag).length)));
  for (let offset = 1; offset <= longest; offset += 1) {
    const at = followers.map((nodes) => nodes.filter(isTag)[offset - 1] ?? null);
    const name = mostCommon(at.flatMap((element) => element?.name ?? []));
    if (name === null) continue;
    const cells = at.map((element) => (element?.name === name ? element : null));
    const base = `./following-sibling::*[${offset}][self::${name}]`;
    align(cells, { base, depth: 0, isTaken: false, slots, heads });
    const behind = cells.map((cell) =>
      cell?.next &&
      isText(cell.next) &&
      trimmedLength(cell.next.data) > 0 &&
      followers.some((nodes) => cell.next !== null && nodes.includes(cell.next))
        ? cell
        : null,
    );
    emitText(behind, 'behind', base, slots);
  }
  return slots.slice(0, maxSlots);
}

function emitText(cells: Cells, part: Part, base: string, slots: Slot[]): void {
  if (cells.some((cell) => cell !== null))
    slots.push({ cells: cells.map(asList), isList: false, part, label: null, base });
}

const asList = (cell: Element | null): Element[] => (cell === null ? [] : [cell]);

function mostCommon(values: readonly string[]): string | null {
  const times = new Map<string, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

interface Place {
  base: string;
  depth: number;
  /** Whether the text is part of a text that was taken above. */
  isTaken: boolean;
  /** The slots that were found. */
  slots: Slot[];
  heads: ReadonlySet<AnyNode>;
}

function align(cells: Cells, place: Place): void {
  if (place.depth > maxDepth || place.slots.length >= maxSlots) return;
  const present = cells.filter((cell) => cell !== null);
  if (present.length === 0) return;
  emitAttributes(cells, place);
  const text = place.isTaken ? null : textPartOf(present, place.depth === 0);
  if (text !== null) emitText(cells, text, place.base, place.slots);
  if (text === null && !place.isTaken) {
    const own = cells.map((cell) => (cell !== null && hasOwnText(cell) ? cell : null));
    if (own.some((cell) => cell !== null)) emitText(own, 'text', place.base, place.slots);
  }
  const inner = {
    ...place,
    depth: place.depth + 1,
    isTaken: place.isTaken || (text !== null && !isDivided(present)),
  };
  for (const lists of childrenByKind(cells, place.heads)) alignLike(cells, lists, inner);
}

/** Whether words fall into parts of their own: they are short, and a link or a break is among them. */
function isDivided(present: readonly Element[]): boolean {
  const parted = present.filter(
    (element) => findBelow(element, ({ name }) => name === 'a' || name === 'br') !== null,
  );
  const long = present.filter((element) => visibleText(element, dividedTo + 1).length > dividedTo);
  return parted.length * 2 > present.length && long.length * 2 < present.length;
}

/** Children of one kind: one for each record, the same number in nearly all, or a list. */
function alignLike(parents: Cells, lists: readonly (readonly Element[])[], place: Place): void {
  const counts = lists.map(({ length }) => length).filter((count) => count > 0);
  const most = Math.max(...counts);
  if (most === 1) {
    align(
      lists.map(([only]) => only ?? null),
      place,
    );
    return;
  }
  const usual = Number(mostCommon(counts.map(String)));
  const isCell = lists.some(([first]) => first !== undefined && /^t[dh]$/.test(first.name));
  const steady = counts.filter((count) => count === usual).length >= counts.length * steadyFrom;
  if (isCell || (steady && usual <= 20)) {
    const width = isCell ? Math.min(most, 40) : usual;
    for (let at = 0; at < width; at += 1) {
      align(
        lists.map((list) => (isCell || list.length === usual ? (list[at] ?? null) : null)),
        place,
      );
    }
    return;
  }
  if (place.isTaken) return;
  const leaves = lists.map((list) => list.map(leafOf));
  const texts = leaves.flat().map((leaf) => visibleText(leaf, maxEntry * 2));
  const average = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  if (average <= maxEntry) {
    if (texts.some((text) => text !== ''))
      place.slots.push({ cells: leaves, isList: true, part: 'text', label: null, base: place.base });
  } else
    emitText(
      parents.map((parent, at) => ((lists[at]?.length ?? 0) > 0 ? parent : null)),
      'whole',
      place.base,
      place.slots,
    );
}

/** The one element inside that holds all the text. */
function leafOf(element: Element): Element {
  let leaf = element;
  for (;;) {
    const inner = leaf.children.filter(
      (child) => isTag(child) || (isText(child) && trimmedLength(child.data) > 0),
    );
    const [only] = inner;
    if (inner.length !== 1 || only === undefined || !isTag(only)) return leaf;
    leaf = only;
  }
}

const hasOwnText = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && trimmedLength(child.data) > 0);

/**
 * The text of elements that hold nothing but words, or prose: their first text where it is all, else the whole. Null: they hold
 * more, which is aligned.
 */
function textPartOf(present: readonly Element[], isHead: boolean): Part | null {
  const worded = present.filter(hasOwnText);
  if (worded.length * 2 < present.length) return null;
  if (!worded.every(isWording)) {
    const lengths = present
      .map((element) => visibleText(element, proseFrom * 2).length)
      .sort((a, b) => a - b);
    return !isHead && (lengths[lengths.length >> 1] ?? 0) >= proseFrom ? 'whole' : null;
  }
  const isPlain = present.every(
    ({ children }) =>
      children.filter((child) => isTag(child) || (isText(child) && trimmedLength(child.data) > 0)).length <=
      1,
  );
  return isPlain ? 'text' : 'whole';
}

function isWording({ children }: Element): boolean {
  return children.every(
    (child) => !isTag(child) || child.name === 'br' || (isInline(child) && isWording(child)),
  );
}

/** Whether an element is another record, or holds others and hardly a word of its own. */
function holdsOnlyRecords(element: Element, heads: ReadonlySet<AnyNode>): boolean {
  if (heads.size === 0) return false;
  let own = 0;
  let others = 0;
  walk(element, {
    enter(node) {
      if (heads.has(node)) others += 1;
      else if (isText(node)) own += trimmedLength(node.data);
      return !heads.has(node);
    },
  });
  return others > 0 && own <= maxHeading;
}

/** Elements that are no place of their own. */
const unaligned: ReadonlySet<string> = new Set(['br', 'hr', 'wbr', 'option', 'input']);

/** What children of one name with the same classes have in common, below the cells of one place. */
interface ChildKind {
  readonly name: string;
  readonly words: readonly string[];
  /** How many cells have each of the words, and the last of them. */
  readonly uses: readonly { cells: number; last: number }[];
  /** The children of each cell that belong together; null: not told yet. */
  lists: Element[][] | null;
}

/** The children of all cells, those of one name and the same usual classes together. */
function childrenByKind(cells: Cells, heads: ReadonlySet<AnyNode>): Element[][][] {
  if (!cells.some((cell) => cell !== null && cell.children.some(isTag))) return [];
  const kindOf = childKinds();
  const children: { child: Element; at: number; kind: ChildKind }[] = [];
  let present = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? null;
    if (cell === null) continue;
    present += 1;
    for (const child of cell.children) {
      if (!isTag(child) || unseenTags.has(child.name) || unaligned.has(child.name)) continue;
      if (holdsOnlyRecords(child, heads)) continue;
      const kind = kindOf(child);
      children.push({ child, at, kind });
      for (const use of kind.uses) {
        if (use.last !== at) use.cells += 1;
        use.last = at;
      }
    }
  }
  const together = new Map<string, Element[][]>();
  const listsOf = ({ name, words, uses }: ChildKind): Element[][] => {
    const usual = words.filter((_, at) => (uses[at]?.cells ?? 0) >= present * usualFrom);
    const key = name === 'td' || name === 'th' ? 'td' : `${name}.${usual.join('.')}`;
    const lists = together.get(key) ?? cells.map(() => none);
    together.set(key, lists);
    return lists;
  };
  for (const { child, at, kind } of children) {
    kind.lists ??= listsOf(kind);
    const list = kind.lists[at];
    if (list === undefined || list === none) kind.lists[at] = [child];
    else list.push(child);
  }
  return [...together.values()];
}

/** Stands for all lists without an element. */
const none: Element[] = [];

/** Tells the kind of a child. Children of one kind have the same object. */
function childKinds(): (child: Element) => ChildKind {
  // Equal values of the attribute give the same words.
  const byWords = new Map<readonly string[], ChildKind[]>();
  const uses = new Map<string, { cells: number; last: number }>();
  const useOf = (key: string): { cells: number; last: number } => {
    const use = uses.get(key) ?? { cells: 0, last: -1 };
    uses.set(key, use);
    return use;
  };
  return (child) => {
    const { name } = child;
    const words = stableClasses(child);
    const kinds = byWords.get(words);
    const known = kinds?.find((kind) => kind.name === name);
    if (known !== undefined) return known;
    const kind = { name, words, uses: words.map((word) => useOf(`${name}.${word}`)), lists: null };
    if (kinds === undefined) byWords.set(words, [kind]);
    else kinds.push(kind);
    return kind;
  };
}

function emitAttributes(cells: Cells, { base, slots }: Place): void {
  const names = new Set<string>();
  for (const cell of cells) {
    if (cell === null) continue;
    for (const name of attributes[cell.name] ?? []) if (cell.attribs[name] !== undefined) names.add(name);
    for (const name of Object.keys(cell.attribs)) {
      if (name.startsWith('data-') || (name === 'content' && cell.attribs['itemprop'] !== undefined))
        names.add(name);
      if (name === 'class' && rated.test(cell.attribs['class'] ?? '')) names.add(name);
    }
  }
  for (const attribute of names) {
    const own = cells.map((cell) => ((cell?.attribs[attribute]?.trim() ?? '') === '' ? null : cell));
    emitText(own, { attribute }, base, slots);
  }
}

/** What an element gives at a part, as it stands on the page; null: nothing. */
export function valueAt(element: Element, part: Part): string | null {
  if (part === 'whole') return visibleText(element, maxValue * 4).slice(0, maxValue * 4);
  if (part === 'behind') return element.next !== null && isText(element.next) ? element.next.data : null;
  if (part === 'text') return firstText(element);
  return element.attribs[part.attribute] ?? null;
}

/** The first text right inside an element that is not blank. */
function firstText({ children }: Element): string | null {
  const first = children.find((child) => isText(child) && trimmedLength(child.data) > 0);
  return first === undefined || !isText(first) ? null : first.data;
}

/** The text of an element on one line, for labels and header cells. */
export const labelOf = (element: Element): string => normalizeSpace(visibleText(element, 100));
