import type { ReactNode } from 'react';
import { fileText, isFileField, isFileValue } from '../../../shared/file-value.ts';
import type { JsonValue } from '../../../shared/json-value.ts';
import { bytes, counted } from '../format.ts';
import { addressOf, isPicture, picturePath } from './address.ts';
import { NestedCell } from './nested-cell.tsx';
import { ValueView } from './value-view.tsx';
import { WebLink } from './web-link.tsx';

/** Where the value of a cell stands. */
export interface CellPlace {
  /** The name of its column. */
  readonly field: string;
  /** Whether Tab reaches what is in it; not in a grid. */
  readonly tabbable: boolean;
  /** The address of the page that it comes from, for pictures that are named by a path; null or left out: unknown. */
  readonly base?: string | null;
}

/** Characters of a value that a cell has. */
const maxCharacters = 300;
/** Pictures of a list that are shown. */
const maxPictures = 3;

/**
 * A value in a cell, exactly as it is: pictures as pictures, lists by their size and what they begin with, nothing as a dash. Most are
 * bare text: an element less for each cell is a third of what a table costs that is scrolled.
 * @param place left out: addresses are texts, and nested values are not opened
 */
export function cellOf(value: JsonValue, place?: CellPlace): ReactNode {
  if (value === null) return <span className="subtle">–</span>;
  if (typeof value === 'string') return textCell(value, place);
  if (typeof value !== 'object') return String(value);
  if (sizeOf(value) === 0) return <span className="subtle">–</span>;
  const size = sizeText(value);
  const preview = pictures(value, place) ?? textOf(value);
  if (place === undefined) return `${size}: ${textOf(value)}`;
  const { field, tabbable, base = null } = place;
  const whole = <ValueView name={field} value={value} base={base} />;
  return (
    <NestedCell label={field} size={size} tabbable={tabbable} whole={whole}>
      {preview}
    </NestedCell>
  );
}

function textCell(text: string, place: CellPlace | undefined): ReactNode {
  const address = place === undefined ? null : addressIn(text, place);
  if (place !== undefined && address !== null) {
    return <WebLink address={address} picture={isPicture(place.field, address)} tabbable={place.tabbable} />;
  }
  return text.trim() === '' ? <span className="subtle">empty text</span> : oneLine(text);
}

/** The address that a text is: of the web, or of a picture that the page names by its path. */
const addressIn = (text: string, { field, base = null }: CellPlace): string | null =>
  text.startsWith('http') ? addressOf(text) : base === null ? null : picturePath(field, text, base);

/** The first pictures of a list of pictures; null for another value. */
function pictures(value: JsonValue, place: CellPlace | undefined): ReactNode {
  if (place === undefined || !Array.isArray(value)) return null;
  const addresses = value.flatMap((each) => (typeof each === 'string' ? addressIn(each, place) : null) ?? []);
  const isAll = addresses.length === value.length;
  if (!isAll || !addresses.every((address) => isPicture(place.field, address))) return null;
  return [...new Set(addresses)]
    .slice(0, maxPictures)
    .map((address) => <WebLink key={address} address={address} picture tabbable={place.tabbable} />);
}

const sizeOf = (value: object): number => (Array.isArray(value) ? value.length : Object.keys(value).length);

function sizeText(value: object): string {
  if (isFileField(value)) return isFileValue(value) ? bytes(value.bytes) : 'no file';
  if (Array.isArray(value) && value.every(isFileField)) return counted(value.length, 'file');
  return counted(sizeOf(value), Array.isArray(value) ? 'value' : 'key');
}

/** A value in a line, for the clipboard and for the width of its column: entries of lists are joined. */
export function textOf(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return oneLine(String(value));
  if (isFileField(value)) return oneLine(fileText(value));
  const parts = Array.isArray(value)
    ? value.slice(0, 20).map(entryText)
    : Object.entries(value).map(([name, inner]) => `${name}: ${entryText(inner)}`);
  return oneLine(parts.join(' · '));
}

const entryText = (value: JsonValue): string => {
  if (value === null) return '–';
  if (typeof value !== 'object') return String(value);
  if (isFileField(value)) return fileText(value);
  const inner = Array.isArray(value) ? value : Object.values(value);
  return inner.map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each))).join(', ');
};

/** A text in a line. */
export const oneLine = (text: string): string => {
  const line = text
    .slice(0, 2 * maxCharacters)
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
};
