import { useMemo, useState } from 'react';
import { PackageCheck } from 'lucide-react';
import type { LibraryUpdate } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { dateTime, shortDate } from '../../ui/format.ts';
import { Spinner } from '../../ui/progress.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Table } from '../../ui/table/table.tsx';
import { arraySource, type Column } from '../../ui/table/types.ts';
import { UpdateInspector } from './update-inspector.tsx';

function stateOf({ newest, isNewer, changedHere }: LibraryUpdate) {
  if (newest === null) return { tone: 'neutral', words: 'gone there' } as const;
  if (isNewer) return { tone: 'accent', words: changedHere ? 'newer, changed here' : 'newer' } as const;
  return { tone: 'success', words: changedHere ? 'changed here' : 'up to date' } as const;
}

const columns: readonly Column<LibraryUpdate>[] = [
  {
    name: 'spider',
    title: 'Spider',
    width: 150,
    pinned: true,
    cell: ({ project, spider }) => (
      <a href={href(['spider', project, spider])} tabIndex={-1}>
        {project === 'default' ? spider : `${project} / ${spider}`}
      </a>
    ),
    text: ({ spider }) => spider,
  },
  {
    name: 'state',
    title: 'State',
    width: 150,
    cell: (row) => <Badge tone={stateOf(row).tone}>{stateOf(row).words}</Badge>,
    text: (row) => stateOf(row).words,
  },
  {
    name: 'from',
    title: 'From',
    width: 170,
    cell: ({ from }) => <span className="mono muted">{`${from.registry}/${from.name}@${from.version}`}</span>,
    text: ({ from }) => `${from.registry}/${from.name}@${from.version}`,
  },
  {
    name: 'newest',
    title: 'Newest',
    width: 80,
    align: 'right',
    cell: ({ newest }) => <span className="muted">{newest?.version ?? '–'}</span>,
    text: ({ newest }) => String(newest?.version ?? ''),
  },
  {
    name: 'imported',
    title: 'Imported',
    width: 110,
    cell: ({ importedAt }) => (
      <span className="muted" title={dateTime(importedAt)}>
        {shortDate(importedAt)}
      </span>
    ),
    text: ({ importedAt }) => importedAt,
  },
];

/** Imported spiders, with the difference to the newest version of the chosen one. @param spiders null: not known yet */
export function UpdatesPart({ spiders }: { spiders: readonly LibraryUpdate[] | null }) {
  const [shown, setShown] = useState({ spiders, version: 0 });
  if (shown.spiders !== spiders) setShown({ spiders, version: shown.version + 1 });
  const sorted = useMemo(
    () => (shown.spiders ?? []).toSorted((one, other) => Number(other.isNewer) - Number(one.isNewer)),
    [shown],
  );
  const source = useMemo(() => arraySource('library updates', sorted, shown.version), [sorted, shown]);
  const [chosen, setChosen] = useState<LibraryUpdate | null>(null);
  if (spiders === null)
    return (
      <div className="library-none" role="status">
        <Spinner />
        <span className="visually-hidden">Reading the registries</span>
      </div>
    );
  if (spiders.length === 0) {
    return (
      <EmptyState icon={PackageCheck} title="No spider was imported yet">
        <p>
          Spiders that you import from a registry are listed here. When it has a newer version, you see what
          would change and whether its fixtures pass before you take it, and you can go back.
        </p>
        <p>Templates are where a spider of your own begins, and have no updates.</p>
      </EmptyState>
    );
  }
  return (
    <SplitPanes name="library-updates" direction="vertical" foldBelow={400} className="grow">
      <Pane id="table" label="Imported spiders" size={35} min={110}>
        <div className="library-pane" data-pane="imported">
          <Table
            label="Imported spiders"
            source={source}
            columns={columns}
            layoutName="library-updates"
            placeName="library-updates"
            rowId={({ project, spider }) => `${project}/${spider}`}
            selectFirst
            onSelect={setChosen}
          />
        </div>
      </Pane>
      <Pane id="inspector" label="Update" min={160} collapsible>
        <div className="library-pane" data-pane="update">
          <UpdateInspector update={chosen} />
        </div>
      </Pane>
    </SplitPanes>
  );
}
