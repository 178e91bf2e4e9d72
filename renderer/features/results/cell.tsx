import type { ReactNode } from 'react';
import type { Cell } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { NestedCell } from '../../ui/value/nested-cell.tsx';
import { cellOf } from '../../ui/value/value-cell.tsx';
import { ValueView } from '../../ui/value/value-view.tsx';
import { valuesOf } from './item-links.ts';

/** Where a cell stands, so that what it holds can be opened. */
export interface CellPlace {
  /** Its column. */
  readonly field: string;
  /** The id of its item. */
  readonly item: string;
  /** Whether Tab reaches what is in it; not in a grid. */
  readonly tabbable: boolean;
}

/**
 * A value in a table of items, as `cellOf` shows it; of long and nested values the host gives what they begin with.
 * @param place left out: addresses are texts, and nested values are not opened
 */
export function cellContent(cell: Cell | undefined, place?: CellPlace): ReactNode {
  // The values of a column that was just added are still loading.
  if (cell === undefined) return null;
  if (typeof cell !== 'object' || cell === null) return cellOf(cell, place);
  if (cell.kind === 'text') return `${oneLine(cell.preview)}…`;
  const size = cell.kind === 'list' ? counted(cell.size, 'value') : counted(cell.size, 'key');
  const preview = oneLine(cell.preview);
  if (place === undefined) return `${size}: ${preview}`;
  const { field, item, tabbable } = place;
  return (
    <NestedCell label={field} size={size} tabbable={tabbable} whole={<Whole item={item} field={field} />}>
      {preview}
    </NestedCell>
  );
}

function Whole({ item, field }: { item: string; field: string }) {
  const { value, error } = useCall('results.item', { item });
  if (value !== null)
    return <ValueView name={field} value={valuesOf(value)[field] ?? null} base={value.url} />;
  return error === null ? null : <ErrorState error={error} title="The item could not be loaded." />;
}

/** The text of a cell for the clipboard. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return '';
  return typeof cell === 'object' ? cell.preview : String(cell);
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
