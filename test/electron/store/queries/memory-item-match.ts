import { isFilled } from '../../../../shared/filled.ts';
import type {
  ItemColumn,
  ItemFilter,
  ItemRow,
  ItemView,
} from '../../../../electron/store/items/item-queries.ts';

const times = new Set<string>(['scraped_at', 'first_seen', 'last_seen', 'changed_at']);

/** The value of a column as it is extracted; a time is in milliseconds since 1970, an id a number. */
function valueOf(item: ItemRow, column: ItemColumn): unknown {
  if (column.kind === 'metadata') return item.metadata[column.key] ?? null;
  if (column.kind === 'dataset') {
    const value = item.dataset?.[column.name] ?? null;
    return times.has(column.name) && typeof value === 'string' ? Date.parse(value) : value;
  }
  const value = item[column.name];
  if (column.name === 'scraped_at') return Date.parse(item.scraped_at);
  return column.name === 'id' || column.name === 'run' ? Number(value) : value;
}

/** A value as it is compared: lists and objects are their JSON, true and false are 1 and 0. */
function scalar(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

/** @returns null for anything but a number, or a text that is nothing but one */
function numberOf(value: string | number | null): number | null {
  if (typeof value !== 'string') return value;
  return /^[\d.+-]*\d[\d.+-]*$/.test(value) ? Number.parseFloat(value) : null;
}

function meets(item: ItemRow, { column, operator, value: wanted }: ItemFilter): boolean {
  const raw = valueOf(item, column);
  const value = scalar(raw);
  const text = String(value ?? '').toLowerCase();
  const wantedText = String(wanted ?? '').toLowerCase();
  const isTime = column.kind !== 'metadata' && times.has(column.name);
  const operand = isTime ? Date.parse(String(wanted)) : scalar(wanted);
  const isSame =
    value !== null && (typeof operand === 'number' ? numberOf(value) === operand : text === wantedText);
  switch (operator) {
    case 'empty':
      return !isFilled(raw);
    case 'not-empty':
      return isFilled(raw);
    case 'contains':
      return text.includes(wantedText);
    case 'not-contains':
      return !text.includes(wantedText);
    case 'equals':
      return isSame;
    case 'not-equals':
      return !isSame;
    case 'starts-with':
      return text.startsWith(wantedText);
    case 'ends-with':
      return text.endsWith(wantedText);
    case 'greater':
    case 'greater-or-equal':
    case 'less':
    case 'less-or-equal': {
      const side =
        typeof operand === 'number' ? beside(numberOf(value), operand) : besideText(value, operand);
      const isEqual = operator === 'greater-or-equal' || operator === 'less-or-equal';
      const wantedSide = operator === 'greater' || operator === 'greater-or-equal' ? 1 : -1;
      return side !== null && (side === wantedSide || (isEqual && side === 0));
    }
    default:
      return operator satisfies never;
  }
}

function beside(value: number | null, operand: number): number | null {
  return value === null ? null : Math.sign(value - operand);
}

function besideText(value: string | number | null, operand: string | null): number | null {
  if (typeof value !== 'string') return null;
  const [one, other] = [value.toLowerCase(), (operand ?? '').toLowerCase()];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Whether an item has a word somewhere in its texts; the keys of the metadata are none. */
function has(item: ItemRow, word: string): boolean {
  const leaves = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(leaves)
      : [String(scalar(value) ?? '')];
  const { url, title, author, published_date, content, metadata } = item;
  return leaves([url, title, author, published_date, content, metadata]).some((text) =>
    text.toLowerCase().includes(word.toLowerCase()),
  );
}

export const matchesView = (item: ItemRow, { filters, words }: ItemView): boolean =>
  filters.every((filter) => meets(item, filter)) && words.every((word) => has(item, word));

/** Numbers come before texts, what is empty last. */
export function compareItems(a: ItemRow, b: ItemRow, { sort }: ItemView): number {
  for (const { column, descending } of sort) {
    const [one, other] = [a, b].map((item) => {
      const value = scalar(valueOf(item, column));
      return isFilled(valueOf(item, column)) ? value : null;
    });
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1;
    } else {
      const order = compare(one ?? '', other ?? '');
      if (order !== 0) return descending ? -order : order;
    }
  }
  return Number(a.id) - Number(b.id);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : (besideText(a, b) ?? 0);
}

/** The value of a column as JSON; null: there is none. */
export function jsonOf(item: ItemRow, column: ItemColumn): string | null {
  const value = column.kind === 'metadata' ? item.metadata[column.key] : valueOf(item, column);
  return value === undefined || value === null ? null : JSON.stringify(value);
}
