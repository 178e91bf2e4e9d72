import { ChevronDown, History } from 'lucide-react';
import type { ItemFilter } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuEntries } from '../../ui/menu.tsx';

interface OverTimeProps {
  onFilter: (filter: ItemFilter) => void;
  /** Opens the form of a condition on a column. */
  onFilterBy: (column: string) => void;
}

const dayMs = 24 * 60 * 60 * 1000;
const spans = [
  { label: 'In the last day', days: 1 },
  { label: 'In the last 7 days', days: 7 },
  { label: 'In the last 30 days', days: 30 },
];

/** Conditions on what happened to items over the runs: what is gone, new or changed, and duplicates. */
export function OverTime({ onFilter, onFilterBy }: OverTimeProps) {
  const since = (column: string): MenuEntries => [
    ...spans.map(({ label, days }) => ({
      label,
      run: () => {
        const from = new Date(Date.now() - days * dayMs).toISOString();
        onFilter({ column, operator: 'greater-or-equal', value: from });
      },
    })),
    { label: 'Since a day…', focuses: true, run: () => onFilterBy(column) },
  ];
  return (
    <Menu
      entries={[
        { kind: 'heading', label: 'Found first' },
        ...since('first_seen'),
        { kind: 'heading', label: 'Changed' },
        ...since('changed_at'),
        { kind: 'separator' },
        {
          label: 'Gone in the newest full run',
          run: () => onFilter({ column: 'gone', operator: 'equals', value: true }),
        },
        {
          label: 'Several times in one run',
          run: () => onFilter({ column: 'copies', operator: 'greater', value: 1 }),
        },
      ]}
    >
      <Button size="small" variant="quiet" icon={History}>
        Over time <ChevronDown size={12} aria-hidden />
      </Button>
    </Menu>
  );
}
