import type { ReactNode } from 'react';
import type { Cell } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { summaryCell } from '../../ui/value/summary-cell.tsx';
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
 * A value in a table of items, as `summaryCell` shows it; of long and nested values the host gives what they begin with.
 * @param place left out: addresses are texts, and nested values are not opened
 */
export function cellContent(cell: Cell | undefined, place?: CellPlace): ReactNode {
  // The values of a column that was just added are still loading.
  if (cell === undefined) return null;
  if (place === undefined) return summaryCell(cell);
  const { field, item, tabbable } = place;
  return summaryCell(cell, { field, tabbable, whole: () => <Whole item={item} field={field} /> });
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
