import {
  Braces,
  ChartBar,
  Copy,
  FileSearch,
  ListFilter,
  ListTree,
  Package,
  Play,
  Waypoints,
} from 'lucide-react';
import type { ItemFilter, ResultRow } from '../../../shared/contract/types.ts';
import type { MenuEntries } from '../../ui/menu.tsx';
import { navigate } from '../../navigation/router.ts';
import { cellText } from './cell.tsx';
import { isAboutTheCrawl } from './columns.tsx';
import { filterOfCell } from './filter-words.ts';
import {
  copyItem,
  openPageOfItem,
  showFieldOfItem,
  showProvenance,
  showRequestOfItem,
} from './item-links.ts';

interface MenuActions {
  filter: (filter: ItemFilter) => void;
  /** Opens the form of a condition on a column. */
  filterBy: (column: string) => void;
  /** Shows how the values of a column are distributed. */
  showValues: (column: string) => void;
}

const shortText = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > 32 ? `${line.slice(0, 31)}…` : line;
};

/** What can be done with a cell and with its item. */
export function rowEntries(row: ResultRow, column: string | null, actions: MenuActions): MenuEntries {
  const cell = column === null ? undefined : row.cells[column];
  const same = column === null ? null : filterOfCell(column, cell, true);
  const other = column === null ? null : filterOfCell(column, cell, false);
  const isNothing = cell === null || cell === '';
  const words = shortText(cellText(cell));
  return [
    same !== null && {
      label: isNothing ? `Only where ${column} is empty` : `Only where ${column} is “${words}”`,
      icon: ListFilter,
      run: () => actions.filter(same),
    },
    other !== null && {
      label: isNothing ? `Only where ${column} has a value` : `Leave out “${words}”`,
      run: () => actions.filter(other),
    },
    column !== null &&
      cell !== undefined && {
        label: `Values of ${column}`,
        icon: ChartBar,
        run: () => actions.showValues(column),
      },
    { kind: 'separator' },
    column !== null &&
      cell !== undefined && {
        label: 'Where it comes from',
        icon: Waypoints,
        command: 'results.provenance',
        run: () => showProvenance(row.id, column),
      },
    { label: 'Open the item', icon: Package, run: () => navigate(['item', row.id]) },
    { label: 'Open its page', icon: FileSearch, run: () => void openPageOfItem(row.id) },
    { label: 'Show its request', icon: ListTree, run: () => void showRequestOfItem(row.id) },
    { label: 'Show its run', icon: Play, run: () => navigate(['run', row.run]) },
    column !== null &&
      column !== 'url' &&
      cell !== undefined &&
      !isAboutTheCrawl(column) && {
        label: `Show ${column} in the spider`,
        icon: Braces,
        run: () => void showFieldOfItem(row.id, column),
      },
    { kind: 'separator' },
    {
      label: 'Copy the item as JSON',
      icon: Copy,
      command: 'results.copy-item',
      run: () => void copyItem(row.id),
    },
  ];
}

/** What can be done with a column, beside sorting and placing it. */
export function headerEntries(column: string, actions: MenuActions): MenuEntries {
  return [
    { label: `Filter by ${column}…`, icon: ListFilter, run: () => actions.filterBy(column) },
    {
      label: 'Only where it has a value',
      run: () => actions.filter({ column, operator: 'not-empty' }),
    },
    { label: 'Only where it is empty', run: () => actions.filter({ column, operator: 'empty' }) },
    { label: 'Its values', icon: ChartBar, run: () => actions.showValues(column) },
  ];
}
