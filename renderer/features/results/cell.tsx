import type { ReactNode } from 'react';
import type { Cell } from '../../../shared/contract/types.ts';
import { counted } from '../../ui/format.ts';
import { addressOf, isPicture } from '../../ui/value/address.ts';
import { WebLink } from '../../ui/value/web-link.tsx';
import { NestedCell } from './nested-cell.tsx';

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
 * A value in a table, exactly as it is: nested ones as what they begin with, nothing as a dash. Most are bare text: an
 * element less for each cell is a third of what a table costs that is scrolled.
 * @param place left out: addresses are texts, and nested values are not opened
 */
export function cellContent(cell: Cell | undefined, place?: CellPlace): ReactNode {
  // The values of a column that was just added are still loading.
  if (cell === undefined) return null;
  if (cell === null) return <span className="subtle">–</span>;
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') {
    if (place !== undefined && cell.startsWith('http')) return addressContent(cell, place);
    return cell.trim() === '' ? <span className="subtle">empty text</span> : oneLine(cell);
  }
  if (cell.kind === 'text') return `${oneLine(cell.preview)}…`;
  const size = cell.kind === 'list' ? counted(cell.size, 'value') : counted(cell.size, 'key');
  if (place !== undefined) {
    return (
      <NestedCell {...place} size={size}>
        {oneLine(cell.preview)}
      </NestedCell>
    );
  }
  return (
    <span className="results-nested">
      <span className="results-nested-size">{size}</span>
      {oneLine(cell.preview)}
    </span>
  );
}

function addressContent(text: string, { field, tabbable }: CellPlace): ReactNode {
  const address = addressOf(text);
  if (address === null) return oneLine(text);
  return <WebLink address={address} picture={isPicture(field, address)} tabbable={tabbable} />;
}

/** The text of a cell for the clipboard. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return '';
  return typeof cell === 'object' ? cell.preview : String(cell);
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
