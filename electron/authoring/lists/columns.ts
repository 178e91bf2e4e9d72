import { isTag, type AnyNode, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { normalizeSpace } from '../../extract/text.ts';
import type { FieldDraft } from '../measure-fields.ts';
import { readColumn, type ReadColumn } from '../values/column.ts';
import { nameColumn, uniqueNames } from './column-names.ts';
import { labelledColumns } from './labels.ts';
import { createSlotSelectors } from './slot-selectors.ts';
import { alignRecords, labelOf, valueAt, type Slot } from './slots.ts';

/** The columns of a list, best first. */
export interface Columns {
  /** Those that tell something. */
  readonly fields: readonly FieldDraft[];
  readonly others: readonly FieldDraft[];
}

/** Fields that are proposed. */
const maxFields = 12;
const maxOthers = 20;

interface Draft {
  name: string;
  field: FieldExtract;
  read: ReadColumn;
  texts: readonly (string | null)[];
  worth: number;
}

/**
 * Makes the columns of records: aligned, typed, named, and ordered by what they tell.
 * @param most records that they are made from, spread evenly
 */
export function columnsOf(
  records: readonly (readonly AnyNode[])[],
  page: PageContext,
  most: number,
): Columns {
  const sample = sampled(records, most);
  const heads = sample.flatMap(([head]) => (head !== undefined && isTag(head) ? head : []));
  if (heads.length !== sample.length || heads.length === 0) return { fields: [], others: [] };
  const labelled = labelledColumns(heads).map(({ label, field, values }): Draft => {
    const read = readColumn(values, { attribute: null, element: null, words: [label] }, page);
    const [element = heads[0]] = heads;
    const name =
      element === undefined
        ? 'text'
        : nameColumn({
            element,
            head: element,
            attribute: null,
            type: read.type,
            label,
            itemprop: null,
            length: 0,
          });
    return { name, field: { ...field, ...processorsOf(read) }, read, texts: values.map(oneLine), worth: 0 };
  });
  const selectors = createSlotSelectors(heads);
  const placed = alignRecords(sample)
    .filter((slot) => slot.cells.some((cells) => cells.length > 0))
    .flatMap((slot) => draftOf(slot, heads, selectors.fieldOf(slot), page) ?? []);
  return chosen([...labelled, ...placed], heads.length);
}

function sampled<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from(
    { length: most },
    (_, at) => items[Math.floor((at * (items.length - 1)) / (most - 1))],
  ).flatMap((item) => (item === undefined ? [] : [item]));
}

const oneLine = (value: string | null): string | null =>
  value === null || normalizeSpace(value) === '' ? null : normalizeSpace(value);

const processorsOf = ({ processors }: ReadColumn): FieldExtract =>
  processors.length === 0 ? {} : { processors };

function draftOf(
  slot: Slot,
  heads: readonly Element[],
  field: FieldExtract | null,
  page: PageContext,
): Draft | null {
  const at = slot.cells.findIndex((cells) => cells.length > 0);
  const element = slot.cells[at]?.[0];
  const head = heads[at];
  if (field === null || element === undefined || head === undefined) return null;
  const attribute = typeof slot.part === 'string' ? null : slot.part.attribute;
  const values = slot.cells.map((cells) => {
    const own = cells.map((cell) => valueAt(cell, slot.part));
    return slot.isList ? (own.length === 0 ? null : own) : (own[0] ?? null);
  });
  const texts = values.map((value) => oneLine(Array.isArray(value) ? value.join(', ') : value));
  const itemprop = element.attribs['itemprop'] ?? null;
  const label = slot.label ?? headerOf(slot, element);
  const called = [label, itemprop, element.attribs['class'], element.attribs['id'], attribute];
  const read = readColumn(
    values,
    { attribute, element: element.name, words: called.filter((word) => typeof word === 'string') },
    page,
  );
  const length =
    texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) /
    Math.max(1, texts.filter((text) => text !== null).length);
  const name = nameColumn({ element, head, attribute, type: read.type, label, itemprop, length });
  return { name, field: { ...field, ...processorsOf(read) }, read, texts, worth: 0 };
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
function chosen(drafts: readonly Draft[], count: number): Columns {
  const good: Draft[] = [];
  const rest: Draft[] = [];
  for (const draft of drafts) {
    const filled = draft.texts.filter((text) => text !== null);
    const distinct = new Set(filled);
    if (filled.length === 0) continue;
    const isNoise =
      filled.length < Math.max(2, count * 0.2) ||
      (distinct.size === 1 && count > 2) ||
      filled.every((text) => !/[\p{L}\p{N}]/u.test(text)) ||
      filled.every((text) => /^(?:#|javascript:|mailto:|tel:|data:)/i.test(text)) ||
      isShared(draft, drafts) ||
      isIdle(draft);
    const twin = isNoise ? undefined : good.find((other) => saysTheSame(other, draft));
    if (isNoise || twin !== undefined) rest.push(draft);
    else good.push({ ...draft, worth: worthOf(draft, filled, distinct.size / filled.length, count) });
  }
  good.sort((a, b) => b.worth - a.worth);
  const all = [...good.slice(0, maxFields), ...good.slice(maxFields), ...rest].slice(
    0,
    maxFields + maxOthers,
  );
  const names = uniqueNames(all.map(({ name }) => name));
  const fields = all.map(({ field, read }, at): FieldDraft => ({
    name: names[at] ?? `column_${at + 1}`,
    type: read.type,
    definition: field,
  }));
  const cut = Math.min(good.length, maxFields);
  return { fields: fields.slice(0, cut), others: fields.slice(cut) };
}

/** Attributes for scripts and for screen readers tell what texts tell, or nothing. */
function isIdle({ field }: Draft): boolean {
  const attribute = /::attr\(([\w-]+)\)$|@([\w-]+)$/.exec(field.css ?? field.xpath ?? '');
  const name = attribute?.[1] ?? attribute?.[2];
  return (
    name !== undefined &&
    (name.startsWith('data-') || name === 'alt' || name === 'title') &&
    !/^data-(?:src|original|lazy-src|price|date|time|title|name|author|rating)$/.test(name)
  );
}

/** Links that pass the address of the record on to another site, or that lead to a place on its page. */
function isShared({ read, texts }: Draft, drafts: readonly Draft[]): boolean {
  if (read.type !== 'url') return false;
  const passed = texts.filter(
    (text) => text !== null && /[?&#][^=]*=?(?:https?:|https?%3A)/i.test(text),
  ).length;
  if (passed * 2 > texts.length) return true;
  const bare = texts.map((text) => text?.replace(/#.*/, '') ?? null);
  if (bare.every((text, at) => text === texts[at])) return false;
  return drafts.some(
    (other) =>
      other.texts !== texts &&
      other.read.type === 'url' &&
      bare.every((text, at) => text === null || text === '' || text === other.texts[at]),
  );
}

function saysTheSame(a: Draft, b: Draft): boolean {
  let both = 0;
  let same = 0;
  for (const [at, text] of a.texts.entries()) {
    const other = b.texts[at];
    if (text === null || other === null || other === undefined) continue;
    both += 1;
    if (
      text === other ||
      (a.read.type === b.read.type && JSON.stringify(a.read.values[at]) === JSON.stringify(b.read.values[at]))
    )
      same += 1;
  }
  const filled = b.texts.filter((text) => text !== null).length;
  return both > 0 && same >= both * 0.9 && both >= filled * 0.9;
}

const liked: readonly (readonly [RegExp, number])[] = [
  [/^title/, 5],
  [/^price/, 4],
  [/^(?:text|summary|content|body|description)/, 3],
  [/^(?:date|author|rating|image)/, 2.5],
  [/^link$/, 2.8],
  [/^link|_link$/, 0.5],
];

function worthOf({ name, read }: Draft, filled: readonly string[], distinct: number, count: number): number {
  const byName = liked.find(([pattern]) => pattern.test(name))?.[1] ?? 1;
  const byType = read.type === 'text' ? 0 : 0.5;
  const length = filled.reduce((sum, text) => sum + text.length, 0) / filled.length;
  return byName + byType + 2 * (filled.length / count) + distinct + Math.min(1, length / 100);
}
