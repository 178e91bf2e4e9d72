import { useEffect, useMemo, useState } from 'react';
import { FileUp, ListOrdered } from 'lucide-react';
import type { QueueEntry, QueueStatus } from '../../../shared/contract/types.ts';
import { getLocation, href, navigate, useLocation } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { nothingSelected, type Selection } from '../../ui/table/selection.ts';
import { Table } from '../../ui/table/table.tsx';
import type { RowDrag } from '../../ui/table/use-row-drag.ts';
import { EntryInspector } from './entry-inspector.tsx';
import { moveEntries } from './queue-actions.ts';
import { queueColumns } from './queue-columns.tsx';
import { entryMenu, useQueueCommands } from './queue-commands.ts';
import { dropPlace } from './queue-drop.ts';
import { filterOf, filterQuery, type QueueFilter } from './queue-filter.ts';
import { HiddenCount, NoneFits, ProjectFilter, StateFilter } from './queue-filters.tsx';
import { AddMenu, HeldNotice, QueueHead } from './queue-head.tsx';
import { ReadEntries, queueSource } from './queue-source.ts';
import { showAddFile, useQueue } from './queue-store.ts';
import { allows } from './queue-words.ts';
import './queue.css';

/** The queue: what carries it out, and its crawls, live. */
export function QueueScreen() {
  const { value: status, error, refresh } = useCall('queue.status', {});
  if (error !== null && status === null)
    return <ErrorState page error={error} title="The queue could not be loaded." onRetry={refresh} />;
  if (status === null) return null;
  return (
    <div className="queue">
      <QueueHead status={status} />
      {status.counts.all === 0 ? <NothingQueued /> : <Entries status={status} />}
    </div>
  );
}

/** The empty state: what the queue is for, and how something gets into it. */
function NothingQueued() {
  return (
    <EmptyState
      icon={ListOrdered}
      title="Nothing was queued yet"
      actions={
        <>
          <AddMenu />
          <Button icon={FileUp} onClick={() => showAddFile(true)}>
            From a file…
          </Button>
        </>
      }
    >
      <p>
        Queued crawls run a few at a time, by themselves. One that fails for a passing reason is tried again
        later, and what is queued survives a restart.
      </p>
      <p>
        Add a spider by its menu in the sidebar or with <strong>Add to queue</strong> where a run is started,
        all spiders of a project by the project’s menu, many at once from a file, and what is to run every
        night by a schedule.
      </p>
    </EmptyState>
  );
}

function Entries({ status }: { status: QueueStatus }) {
  const { query } = useLocation();
  const filter = filterOf(query);
  const filterKey = JSON.stringify(filter);
  const version = useQueue((state) => state.version);
  // oxlint-disable-next-line react/exhaustive-deps -- other entries are at the places of another filter
  const read = useMemo(() => new ReadEntries(), [filterKey]);
  const [total, setTotal] = useState<number | null>(null);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [entry, setEntry] = useState<QueueEntry | null>(null);
  const { goTo, follow } = useFollowed(read, query.get('entry'));
  const source = useMemo(
    () => queueSource(filterOf(getLocation().query), { version, read, onTotal: setTotal }),
    // oxlint-disable-next-line react/exhaustive-deps -- the filter is a new object in every render, so its content is compared
    [filterKey, version, read],
  );
  const change = (next: Partial<QueueFilter>) =>
    navigate(href(['queue'], filterQuery({ ...filter, ...next })), { replace: true });
  const chosen = () => {
    const selected = read.chosen(selection);
    return selected.length > 0 ? selected : entry === null ? [] : [entry];
  };
  const step = (by: -1 | 1) => {
    const [first] = chosen();
    const index = first === undefined ? undefined : read.indexOf(first.id);
    if (first === undefined || index === undefined || !allows(first, 'move')) return;
    const to = dropPlace([first], by < 0 ? index - 1 : index + 2, (at) => read.at(at));
    if (to === null) return;
    follow(first.id);
    void moveEntries([first], to);
  };
  /** What is dragged with an entry: all that is selected, where it is among that. */
  const dragged = (from: QueueEntry) => {
    const selected = chosen();
    return selected.some(({ id }) => id === from.id) ? selected : [from];
  };
  const rowDrag: RowDrag<QueueEntry> = {
    canDrag: (row) => allows(row, 'move'),
    canDrop: (row, index) => dropPlace(dragged(row), index, (at) => read.at(at)) !== null,
    onDrop(row, index) {
      const moved = dragged(row);
      const to = dropPlace(moved, index, (at) => read.at(at));
      if (to !== null) void moveEntries(moved, to);
    },
  };
  useQueueCommands({ status, filter, chosen, step });
  return (
    <>
      {status.held && <HeldNotice />}
      <div className="queue-bar">
        <StateFilter status={status} filter={filter} onChange={change} />
        <ProjectFilter filter={filter} onChange={change} />
      </div>
      <SplitPanes name="queue" direction="vertical" foldBelow={320} className="grow">
        <Pane id="table" label="Crawls" size={70} min={120}>
          <div className="queue-pane" data-pane="queue">
            <Table
              label="Crawls in the queue"
              source={source}
              columns={queueColumns}
              layoutName="queue"
              placeName="queue"
              rowId={(row) => row.id}
              onSelect={setEntry}
              onSelection={setSelection}
              goTo={goTo}
              onOpen={(row) => row.run !== null && navigate(['run', row.run])}
              rowMenu={(row) => entryMenu(row, chosen)}
              rowDrag={rowDrag}
              empty={<NoneFits filter={filter} onChange={change} />}
            />
          </div>
        </Pane>
        <Pane id="inspector" label="Details" min={80} collapsible>
          <div className="queue-pane" data-pane="inspector">
            <EntryInspector entry={entry} />
          </div>
        </Pane>
      </SplitPanes>
      <HiddenCount {...{ status, filter, total }} onChange={change} />
    </>
  );
}

/** Goes to an entry once it is read, as the address names it, and after it was moved. */
function useFollowed(read: ReadEntries, named: string | null) {
  const [wanted, setWanted] = useState<string | null>(named);
  const [goTo, setGoTo] = useState<{ row: number } | null>(null);
  useEffect(() => {
    if (named !== null) setWanted(named);
  }, [named]);
  useEffect(() => {
    if (wanted === null) return undefined;
    const look = () => {
      const row = read.indexOf(wanted);
      if (row === undefined) return;
      setGoTo({ row });
      setWanted(null);
    };
    return read.onNote(look);
  }, [wanted, read]);
  return { goTo, follow: setWanted };
}
