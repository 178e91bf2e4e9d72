import type { ReactNode } from 'react';
import type { Cell } from '../../../shared/contract/types.ts';
import { counted } from '../../ui/format.ts';
import { addressOf, isPicture } from '../../ui/value/address.ts';
import { WebLink } from '../../ui/value/web-link.tsx';

/**
 * A value in a table, exactly as it is: nested ones as what they begin with, nothing as a dash. Most are bare text: an
 * element less for each cell is a third of what a table costs that is scrolled.
 * @param field its column, where addresses are links; null: they are texts
 * @param tabbable whether Tab reaches the links; not in a grid
 */
export function cellContent(
  cell: Cell | undefined,
  field: string | null = null,
  tabbable = false,
): ReactNode {
  // The values of a column that was just added are still loading.
  if (cell === undefined) return null;
  if (cell === null) return <span className="subtle">–</span>;
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') {
    if (field !== null && cell.startsWith('http')) return addressContent(cell, field, tabbable);
    return cell.trim() === '' ? <span className="subtle">empty text</span> : oneLine(cell);
  }
  if (cell.kind === 'text') return `${oneLine(cell.preview)}…`;
  return (
    <span className="results-nested">
      <span className="results-nested-size">
        {cell.kind === 'list' ? counted(cell.size, 'value') : counted(cell.size, 'key')}
      </span>
      {oneLine(cell.preview)}
    </span>
  );
}

function addressContent(text: string, field: string, tabbable: boolean): ReactNode {
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
