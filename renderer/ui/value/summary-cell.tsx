import type { ReactNode } from 'react';
import { bytes, counted } from '../format.ts';
import { NestedCell } from './nested-cell.tsx';
import { cellOf, oneLine, type CellPlace } from './value-cell.tsx';

/** A value of which only what it begins with is there, because it is long or nested. */
export interface ValueSummary {
  readonly kind: 'list' | 'object' | 'text' | 'file' | 'files';
  readonly size: number;
  readonly preview: string;
}

/** See `summaryCell`. */
export interface SummaryPlace extends CellPlace {
  /** The whole value of a nested one; left out: it cannot be opened. */
  readonly whole?: () => ReactNode;
}

/**
 * A value in a cell, as `cellOf` shows it, or what is there of one.
 * @param place left out: addresses are texts, and nested values are not opened
 */
export function summaryCell(
  value: string | number | boolean | null | ValueSummary,
  place?: SummaryPlace,
): ReactNode {
  if (typeof value !== 'object' || value === null) return cellOf(value, place);
  const preview = oneLine(value.preview);
  if (value.kind === 'text') return preview.endsWith('…') ? preview : `${preview}…`;
  const size = sizeOf(value);
  if (place?.whole === undefined) return `${size}: ${preview}`;
  return (
    <NestedCell label={place.field} size={size} tabbable={place.tabbable} whole={place.whole()}>
      {preview}
    </NestedCell>
  );
}

function sizeOf({ kind, size }: ValueSummary): string {
  if (kind === 'file') return size === 0 ? 'no file' : bytes(size);
  if (kind === 'files') return counted(size, 'file');
  return counted(size, kind === 'list' ? 'value' : 'key');
}
