import { isTag, type AnyNode, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { normalizeSpace } from '../../extract/text.ts';
import { visibleText } from '../../extract/walk.ts';
import type { FieldDraft } from '../measure-fields.ts';
import { stableClasses } from '../stable-classes.ts';
import { readColumn, type ReadColumn } from '../values/column.ts';
import { isTitle, nameBesideTitle, nameColumn, uniqueNames } from './column-names.ts';
import { distinctShare, isLinked, lengthOf, type Draft } from './column-drafts.ts';
import { labelledColumns } from './labels.ts';
import { namePosition, nameTitle } from './main-columns.ts';
import { createSlotSelectors, type SlotSelectors } from './slot-selectors.ts';
import { alignRecords, labelOf, valueAt, type Slot } from './slots.ts';

/** The columns of a list, best first. */
export interface Columns {
  /** Those that tell something. */
  readonly fields: readonly FieldDraft[];
  readonly others: readonly FieldDraft[];
}

/** Words beside a number that may be its unit or what it counts: "of 12 reviews". */
const maxUnitWords = 3;
/** Mean length of texts from which they are sentences. */
const proseFrom = 80;
/** Fields that are proposed. */
const maxFields = 12;
const maxOthers = 12;

/** A column before anything is made of its values. */
interface Found {
  /** Whether it is a cell below a header cell. */
  readonly isHeaded: boolean;
  readonly element: Element;
  readonly head: Element;
  readonly attribute: string | null;
  readonly label: string | null;
  /** As selected, and on one line each. */
  readonly values: readonly (string | string[] | null)[];
  readonly texts: readonly (string | null)[];
  /** Writes the field; null: no selector gives its nodes and no others. */
  readonly field: () => FieldExtract | null;
}

/** Cells with a header stand before other columns, in the order of the table. */
const tableWorth = 100;

/**
 * Makes the columns of records: aligned, typed, named, and ordered by what they tell.
 * @param most records that they are made from, spread evenly
 * @param noise columns that tell nothing which are given too
 * @param isThread whether records are inside one another: a column tells how deep
 */
export function columnsOf(
  records: readonly (readonly AnyNode[])[],
  page: PageContext,
  { most, noise, isThread }: { most: number; noise: number; isThread: boolean },
): Columns {
  const sample = sampled(records, most);
  const heads = sample.flatMap(([head]) => (head !== undefined && isTag(head) ? head : []));
  if (heads.length !== sample.length || heads.length === 0) return { fields: [], others: [] };
  const selectors = createSlotSelectors(heads);
  const labelled = labelledColumns(heads).map(({ label, field, values, element, head }): Found => ({
    element,
    head,
    attribute: null,
    label,
    isHeaded: false,
    values,
    texts: values.map(oneLine),
    field: () => field,
  }));
  const inside = new Set(isThread ? records.flatMap(([head]) => head ?? []) : []);
  const placed = alignRecords(sample, inside).flatMap((slot) => foundAt(slot, heads, selectors) ?? []);
  const counts = { count: heads.length, total: records.length, noise };
  const found = chosen([...labelled, ...placed], counts, page);
  const columns = found.fields.length > 0 ? found : { fields: wholeText(heads), others: [] };
  return isThread ? withLevel(columns, heads) : columns;
}

/** The text of records that have no place in common; nothing where it is the same in all. */
function wholeText(heads: readonly Element[]): FieldDraft[] {
  const texts = new Set(heads.map((head) => visibleText(head, maxCompared)));
  if (texts.size * 2 < heads.length) return [];
  return [{ name: 'text', type: 'text', definition: { xpath: '.', to_text: true } }];
}

/** Characters by which the texts of records are compared. */
const maxCompared = 300;

function sampled<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from(
    { length: most },
    (_, at) => items[Math.floor((at * (items.length - 1)) / (most - 1))],
  ).flatMap((item) => (item === undefined ? [] : [item]));
}

const oneLine = (value: string | null): string | null =>
  value === null || normalizeSpace(value) === '' ? null : normalizeSpace(value);

/** Adds how many records a record is in, itself counted, by the name and the class that all of them have. */
function withLevel(columns: Columns, heads: readonly Element[]): Columns {
  const [first] = heads;
  if (first === undefined || !heads.every(({ name }) => name === first.name)) return columns;
  const word = stableClasses(first).find((one) => heads.every((head) => stableClasses(head).includes(one)));
  const condition =
    word === undefined ? '' : `[contains(concat(" ", normalize-space(@class), " "), " ${word} ")]`;
  const xpath = `count(ancestor-or-self::${first.name}${condition})`;
  const level: FieldDraft = {
    name: 'level',
    type: 'number',
    definition: { xpath, processors: [{ type: 'number' }] },
  };
  const fields = columns.fields.filter(({ name }) => name !== 'level').slice(0, maxFields - 1);
  return { ...columns, fields: [...fields, level] };
}

function foundAt(slot: Slot, heads: readonly Element[], selectors: SlotSelectors): Found | null {
  const at = slot.cells.findIndex((cells) => cells.length > 0);
  const element = slot.cells[at]?.[0];
  const head = heads[at];
  if (element === undefined || head === undefined) return null;
  const header = slot.label ?? headerOf(slot, element);
  const values = slot.cells.map((cells) => {
    const own = cells.flatMap((cell) => valueAt(cell, slot.part) ?? []);
    return slot.isList ? (own.length === 0 ? null : own) : (own[0] ?? null);
  });
  return {
    element,
    head,
    attribute: typeof slot.part === 'string' ? null : slot.part.attribute,
    label: header,
    isHeaded: header !== null && typeof slot.part === 'string',
    values,
    texts: values.map((value) => oneLine(Array.isArray(value) ? value.join(', ') : value)),
    field: () => selectors.fieldOf(slot),
  };
}

/** Types, cleans and names a column; null: no selector gives it. */
function draftOf(found: Found, page: PageContext): Draft | null {
  const field = found.field();
  if (field === null) return null;
  const { element, head, attribute, label, values, texts } = found;
  const itemprop = element.attribs['itemprop'] ?? null;
  // What a link is called tells what it shows, not what it leads to.
  const own = attribute === 'href' ? [] : [element.attribs['class'], element.attribs['id']];
  const called = [label, itemprop, ...own, attribute];
  const words = called.filter((word) => typeof word === 'string');
  const place = { attribute, element: element.name, words };
  const isName = (): boolean => attribute === null && (isTitle(element, head) || isLinked(element, head));
  const read = asWords(readColumn(values, place, page), texts, isName);
  const processors = read.processors.length === 0 ? {} : { processors: read.processors };
  // A class is a column only where it says how many stars there are.
  if (attribute === 'class' && read.type !== 'rating') return null;
  const isProse = lengthOf(texts) >= proseFrom;
  const source = { element, head, attribute, type: read.type, label, itemprop, isProse };
  const name = nameColumn(source);
  return {
    attribute,
    label: label ?? itemprop,
    element,
    head,
    name,
    nameBeside: name === 'title' ? nameBesideTitle(source) : name,
    field: { ...field, ...processors },
    read,
    texts,
    worth: 0,
  };
}

/** A number among many words, or in a name, is part of what they say: "Part 3 of the history of the town", "Room 12". */
function asWords(read: ReadColumn, texts: Found['texts'], isName: () => boolean): ReadColumn {
  if (read.type !== 'number') return read;
  const words = texts.map((text) => text?.match(/\p{L}{2,}/gu)?.length ?? 0);
  if (words.every((count) => count === 0) || (!isName() && words.every((count) => count <= maxUnitWords)))
    return read;
  return { ...read, type: 'text', processors: [], values: [...texts] };
}

/** The header cell above a cell of a table. */
function headerOf({ base }: Slot, element: Element): string | null {
  const cell = nearest(element, ['td', 'th']);
  const row = cell === null ? null : nearest(cell, ['tr']);
  const table = row === null ? null : nearest(row, ['table']);
  if (cell === null || row === null || table === null || base !== '') return null;
  const place = row.children.filter(isTag).indexOf(cell);
  const rows = table.children
    .filter(isTag)
    .flatMap((part) => (part.name === 'tr' ? [part] : part.children.filter(isTag)));
  const header = rows.find(
    ({ name, children }) => name === 'tr' && children.some((child) => isTag(child) && child.name === 'th'),
  );
  const above = header === row ? undefined : header?.children.filter(isTag)[place];
  if (above === undefined || above.name !== 'th') return null;
  const text = labelOf(above);
  return text === '' || text.length > 40 ? null : text;
}

function nearest(element: Element, names: readonly string[]): Element | null {
  let at: AnyNode | null = element;
  while (at !== null && !(isTag(at) && names.includes(at.name))) at = at.parent;
  return at;
}

/** Tells the columns that say something of a record from the others, and puts the most telling first. */
function chosen(
  all: readonly Found[],
  { count, total, noise }: { count: number; total: number; noise: number },
  page: PageContext,
): Columns {
  const present = all
    .filter(({ texts }) => texts.some((text) => text !== null))
    .map((found) => ({ found, rank: rankOf(found) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ found }) => found);
  const quiet = new Set(present.filter((found) => isNoise(found, count)));
  const good: Draft[] = [];
  const twins: Draft[] = [];
  for (const found of present) {
    const draft = quiet.has(found) ? null : draftOf(found, page);
    if (draft === null) continue;
    const twin = good.findIndex((other) => saysTheSame(other, draft));
    const known = good[twin];
    if (known !== undefined && isBetterTime(draft, known)) {
      good[twin] = { ...draft, worth: known.worth };
      twins.push(known);
    } else if (known !== undefined && isPlainer(draft.field, known.field)) {
      good[twin] = { ...draft, name: known.name, worth: known.worth };
      twins.push(known);
    } else if (known !== undefined || isShared(draft, good)) twins.push(draft);
    else if (found.isHeaded) good.push({ ...draft, worth: tableWorth - good.length });
    else good.push({ ...draft, worth: worthOf(draft, count) + (isMainLink(found) ? 1 : 0) });
  }
  nameTitle(good);
  namePosition(good, total);
  good.sort((a, b) => b.worth - a.worth);
  const silent = [...quiet]
    .slice(0, Math.max(0, noise - twins.length))
    .flatMap((found) => draftOf(found, page) ?? []);
  const drafts = [...good, ...twins, ...silent].slice(0, maxFields + maxOthers);
  const title = drafts.findIndex(({ name }) => name === 'title');
  const names = uniqueNames(drafts.map(({ name, nameBeside }, at) => (at === title ? name : nameBeside)));
  const fields = drafts.map(({ field, read }, at): FieldDraft => ({
    name: names[at] ?? `column_${at + 1}`,
    type: read.type,
    definition: field,
  }));
  const cut = Math.min(good.length, maxFields);
  return { fields: fields.slice(0, cut), others: fields.slice(cut) };
}

/** Whether a column is the address behind the heading of the records. */
const isMainLink = ({ element, head, attribute }: Found): boolean =>
  attribute === 'href' && isTitle(element, head);

/** Of columns that say the same, the first is kept: links of headings, then texts, then what scripts use. */
const rankOf = (found: Found): number =>
  isMainLink(found) ? 0 : found.attribute === null ? 1 : found.attribute.startsWith('data-') ? 3 : 2;

/** Whether a selector goes by a name where another one counts. */
const isPlainer = (a: FieldExtract, b: FieldExtract): boolean =>
  typeof a.css === 'string' && !a.css.includes(':nth-') && typeof b.xpath === 'string';

/** Columns that hardly a record has, that are the same in all, that hold signs only, or that are for scripts. */
function isNoise({ attribute, texts }: Found, count: number): boolean {
  const filled = texts.filter((text) => text !== null);
  return (
    filled.length < Math.max(2, count * 0.2) ||
    (count > 2 && new Set(filled).size === 1) ||
    filled.every((text) => !/[\p{L}\p{N}]/u.test(text)) ||
    filled.every((text) => /^(?:#|javascript:|mailto:|tel:|data:)/i.test(text)) ||
    (attribute !== null && idle.test(attribute))
  );
}

/** Attributes for scripts and for screen readers tell what texts tell, or nothing. */
const idle = /^(?:alt|title|data-(?!(?:src|original|lazy-src|price|date|time|title|name|author|rating)$))/;

/** Links that pass the address of the record on to another site, or that lead to a place on its page. */
function isShared({ read, texts }: Draft, drafts: readonly Draft[]): boolean {
  if (read.type !== 'url') return false;
  const passed = texts.filter((text) => text !== null && /[?&#/=](?:https?:\/|https?%3A)/i.test(text)).length;
  if (passed * 2 > texts.length && drafts.some((other) => other.read.type === 'url')) return true;
  const bare = texts.map((text) => text?.replace(/#.*/, '') ?? null);
  if (bare.every((text, at) => text === texts[at])) return false;
  return drafts.some(
    (other) =>
      other.texts !== texts &&
      other.read.type === 'url' &&
      bare.every((text, at) => text === null || text === '' || text === other.texts[at]),
  );
}

/** Types whose values are the same thing where they are equal. Equal numbers may count different things. */
const sameValues: ReadonlySet<string> = new Set(['url', 'image', 'date', 'price']);

function saysTheSame(a: Draft, b: Draft): boolean {
  if (isSameTime(a, b)) return true;
  let both = 0;
  let same = 0;
  for (const [at, text] of a.texts.entries()) {
    const other = b.texts[at];
    if (text === null || other === null || other === undefined) continue;
    both += 1;
    const isSame =
      text === other ||
      (a.read.type === b.read.type &&
        sameValues.has(a.read.type) &&
        JSON.stringify(a.read.values[at]) === JSON.stringify(b.read.values[at]));
    if (isSame) same += 1;
  }
  const filled = b.texts.filter((text) => text !== null).length;
  return both > 0 && same >= both * 0.9 && both >= filled * 0.9;
}

/** Whether both are the same time: its text and its attributes. */
const isSameTime = (a: Draft, b: Draft): boolean => a.element === b.element && a.element.name === 'time';

/** The attribute of a time is written for programs, where it is written as it should be. */
const isBetterTime = (draft: Draft, known: Draft): boolean =>
  isSameTime(draft, known) && draft.attribute === 'datetime' && draft.read.type === 'date';

const liked: readonly (readonly [RegExp, number])[] = [
  [/^title/, 5],
  [/^price/, 4],
  [/^(?:text|summary|content|body|description)/, 3],
  [/^(?:date|author|rating|image)/, 2.5],
  [/^link$/, 2.8],
  [/^link|_link$/, 0.5],
];

function worthOf({ name, read, texts }: Draft, count: number): number {
  const filled = texts.filter((text) => text !== null);
  const byName = liked.find(([pattern]) => pattern.test(name))?.[1] ?? 1;
  const byType = read.type === 'text' ? 0 : 0.5;
  const distinct = distinctShare({ texts });
  return byName + byType + 2 * (filled.length / count) + distinct + Math.min(1, lengthOf(texts) / 100);
}
