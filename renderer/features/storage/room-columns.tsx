import type { RunRoom, StorageReport } from '../../../shared/contract/types.ts';
import { bytes, count, dateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { bytesOf } from './kind-groups.ts';

/** A row of a table of rooms: a project, a spider or a run. */
export interface RoomRow {
  readonly name: string;
  readonly bytes: number;
  /** Of the largest row of the table, from 0 to 1. */
  readonly share: number;
  readonly kinds: StorageReport['kinds'];
}

const size = (value: number) => (value === 0 ? <span className="subtle">–</span> : bytes(value));

const kindColumn = (
  name: string,
  title: string,
  ...kinds: StorageReport['kinds'][number]['kind'][]
): Column<RoomRow> => ({
  name,
  title,
  width: 104,
  align: 'right',
  cell: (row) => size(bytesOf(row.kinds, kinds)),
  text: (row) => String(bytesOf(row.kinds, kinds)),
});

const shareColumns: readonly Column<RoomRow>[] = [
  {
    name: 'size',
    title: 'Size',
    width: 150,
    cell: (row) => (
      <span className="storage-size">
        <span className="storage-share" aria-hidden>
          <span style={{ width: `${row.share * 100}%` }} />
        </span>
        <span className="numeric">{bytes(row.bytes)}</span>
      </span>
    ),
    text: (row) => String(row.bytes),
  },
  kindColumn('pages', 'Stored pages', 'pages'),
  kindColumn('items', 'Items', 'items'),
  kindColumn('requests', 'Requests', 'requests', 'events'),
  kindColumn('indexes', 'Indexes', 'indexes'),
];

const named = <Row extends RoomRow>(title: string): Column<Row> => ({
  name: 'name',
  title,
  width: 170,
  pinned: true,
  cell: (row) => <span className="ellipsis">{row.name}</span>,
  text: (row) => row.name,
});

const ofSpiders = [
  kindColumn('saved', 'Saved pages', 'saved-pages', 'pictures'),
  kindColumn('cache', 'HTTP cache', 'cache'),
  kindColumn('history', 'Crawl history', 'history'),
];

/** Columns of projects. */
export const projectColumns: readonly Column<RoomRow>[] = [named('Project'), ...shareColumns, ...ofSpiders];

/** Columns of spiders. */
export const spiderColumns: readonly Column<RoomRow & { runs: number }>[] = [
  named('Spider'),
  ...shareColumns,
  {
    name: 'runs',
    title: 'Runs',
    width: 80,
    align: 'right',
    cell: (row) => count(row.runs),
    text: (row) => String(row.runs),
  },
  ...ofSpiders,
];

const kindWords: Readonly<Record<RunRoom['kind'], string>> = {
  full: 'Full',
  test: 'Test',
  reextract: 'Extracted again',
};

/** Columns of runs. */
export const runColumns: readonly Column<RoomRow & { run: RunRoom }>[] = [
  { ...named('Run'), width: 90 },
  ...shareColumns,
  {
    name: 'found',
    title: 'Found',
    width: 90,
    align: 'right',
    cell: ({ run }) => count(run.items),
    text: ({ run }) => String(run.items),
  },
  {
    name: 'kind',
    title: 'Kind',
    width: 120,
    cell: ({ run }) => kindWords[run.kind],
    text: ({ run }) => run.kind,
  },
  { name: 'state', title: 'State', width: 110, cell: ({ run }) => run.state, text: ({ run }) => run.state },
  {
    name: 'created',
    title: 'Begun',
    width: 160,
    cell: ({ run }) => dateTime(run.createdAt),
    text: ({ run }) => run.createdAt,
  },
];
