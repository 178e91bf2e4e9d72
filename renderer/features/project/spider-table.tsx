import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import {
  Activity,
  CalendarClock,
  HeartPulse,
  ListPlus,
  SearchX,
  SlidersHorizontal,
  Table2,
} from 'lucide-react';
import type { SpiderOverview } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { navigate } from '../../navigation/router.ts';
import { scheduleMany } from '../../state/many-schedules.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { count, counted } from '../../ui/format.ts';
import { FoldingRow } from '../../ui/folding-row.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { isSelected, type Selection } from '../../ui/table/selection.ts';
import { Table } from '../../ui/table/table.tsx';
import { arraySource } from '../../ui/table/types.ts';

import { checkHealth } from './health-store.ts';
import {
  changeView,
  keepRows,
  openProjectDialog,
  selectedIn,
  useProjectStore,
  useProjectView,
  useSelected,
} from './project-store.ts';
import { namesWords } from './project-words.ts';
import { queueSpiders } from './queue-spiders.ts';
import { spiderColumns } from './spider-columns.tsx';
import { filterCounts, filterNames, filterWords, inOrder, orderOf, shownSpiders } from './spider-order.ts';

interface SpiderTableProps {
  project: string;
  spiders: readonly SpiderOverview[];
}

/** All spiders of a project: filtered, searched, sorted, and many of them at once. */
export function SpiderTable({ project, spiders }: SpiderTableProps) {
  const view = useProjectView(project);
  const { filter, search, sort } = view;
  const columns = useMemo(() => spiderColumns(project), [project]);
  const counts = useMemo(() => filterCounts(spiders), [spiders]);
  const rows = useRows(project, spiders);
  const field = useRef<HTMLInputElement | null>(null);
  const select = (selection: Selection) => {
    const selected = rows.rows.filter((_, row) => isSelected(selection, row)).map(({ spider }) => spider);
    keepRows(project, { key: rows.source.key, order: rows.order, selected });
  };
  useCommands([
    {
      id: 'project.find',
      title: 'Search the spiders of the project',
      category: 'Project',
      keys: ['Mod+F', '/'],
      run: () => field.current?.select(),
    },
  ]);
  return (
    <div className="project-spiders">
      <div className="project-bar">
        <div className="project-filters" role="group" aria-label="Which spiders are shown">
          {filterNames.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={filter === name}
              disabled={counts[name] === 0 && filter !== name && name !== 'all'}
              onClick={() => changeView(project, { filter: name })}
            >
              {filterWords[name]} <span className="numeric">{count(counts[name])}</span>
            </button>
          ))}
        </div>
        <SearchField
          ref={field}
          className="project-search"
          label="Search the spiders of the project"
          placeholder="Search"
          value={search}
          onChange={(text) => changeView(project, { search: text })}
          count={`${count(rows.rows.length)} of ${count(spiders.length)}`}
          command="project.find"
        />
        <SelectionActions project={project} />
      </div>
      <div className="grow" data-pane="project-spiders">
        <Table
          label={`Spiders of ${project}`}
          source={rows.source}
          columns={columns}
          layoutName="project"
          placeName={`project ${project}`}
          rowId={({ spider }) => spider}
          sort={sort}
          onSort={(next) => changeView(project, { sort: next })}
          onSelection={select}
          onOpen={({ spider }) => navigate(['spider', project, spider])}
          rowMenu={({ spider, lastRun }) => [
            { label: 'Open', run: () => navigate(['spider', project, spider]) },
            lastRun !== null && {
              label: 'Last run',
              icon: Activity,
              run: () => navigate(['run', lastRun.id]),
            },
            {
              label: 'Schedule',
              icon: CalendarClock,
              run: () => navigate(['spider', project, spider, 'schedule']),
            },
            {
              label: 'Results',
              icon: Table2,
              run: () => navigate(['spider', project, spider, 'results']),
            },
            { kind: 'separator' },
            ...selectionEntries(project, within(selectedIn(project), spider)),
          ]}
          empty={
            <EmptyState
              icon={SearchX}
              title="No matching spiders"
              actions={
                <Button onClick={() => changeView(project, { filter: 'all', search: '' })}>
                  Show all {count(spiders.length)}
                </Button>
              }
            >
              {search === '' ? `“${filterWords[filter]}” fits none.` : `None fits “${search}”.`}
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}

/** What is selected, if a spider is within it; else that spider alone, on which the menu was opened. */
const within = (selected: readonly string[], spider: string) =>
  selected.includes(spider) ? selected : [spider];

/** The rows in an order that is made when a person sorts, filters or searches, not with every number that changes. */
function useRows(project: string, spiders: readonly SpiderOverview[]) {
  const { filter, search, sort } = useProjectView(project);
  const shown = useMemo(() => shownSpiders(spiders, filter, search), [spiders, filter, search]);
  const members = shown.map(({ spider }) => spider).join('\n');
  const key = JSON.stringify([project, filter, search, sort, members]);
  const kept = useProjectStore((state) => state.rows[project]);
  const keptOrder = kept?.key === key ? kept.order : null;
  const order = useMemo(() => keptOrder ?? orderOf(shown, sort), [keptOrder, shown, sort]);
  const begin = useEffectEvent(() => keptOrder === null && keepRows(project, { key, order, selected: [] }));
  useEffect(() => void begin(), [key]);
  const rows = useMemo(() => inOrder(shown, order), [shown, order]);
  const [drawn, setDrawn] = useState({ rows, number: 0 });
  if (drawn.rows !== rows) setDrawn({ rows, number: drawn.number + 1 });
  const { number } = drawn;
  const source = useMemo(() => arraySource(key, rows, number), [key, rows, number]);
  return { rows, source, order };
}

/** What can be done with spiders at once. */
const selectionEntries = (project: string, names: readonly string[]) => [
  {
    label: `Queue ${namesWords(names)}`,
    icon: ListPlus,
    run: () => void queueSpiders(project, names),
  },
  {
    label: `Schedule ${namesWords(names)}…`,
    icon: CalendarClock,
    run: () => scheduleMany(project, names),
  },
  {
    label: `Check the health of ${namesWords(names)}`,
    icon: HeartPulse,
    run: () => void checkHealth(project, names),
  },
  {
    label: `Change settings of ${namesWords(names)}…`,
    icon: SlidersHorizontal,
    run: () => openProjectDialog({ kind: 'change', project, spiders: names }),
  },
];

/** The same as buttons, for what is selected. */
function SelectionActions({ project }: { project: string }) {
  const selected = useSelected(project);
  if (selected.length === 0) return <span className="subtle small">Select spiders to act on them</span>;
  return (
    <div className="project-selection" role="group" aria-label="What is selected">
      <span className="small numeric">{counted(selected.length, 'spider')} selected</span>
      <FoldingRow
        parts={selectionEntries(project, selected).map((entry, index) => ({
          id: entry.label,
          rank: index,
          part: (
            <Button size="small" icon={entry.icon} onClick={entry.run}>
              {['Queue', 'Schedule…', 'Check health', 'Change settings…'][index]}
            </Button>
          ),
          entry,
        }))}
      />
    </div>
  );
}
