import type { TrashEntry } from '../../../shared/contract/types.ts';
import { daysLeft } from '../../../shared/contract/trash-time.ts';
import { bytes, count, counted, dateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';

const kinds: Readonly<Record<TrashEntry['kind'], string>> = {
  project: 'Project',
  spider: 'Spider',
  run: 'Run',
  page: 'Saved page',
};

/** The name of what was deleted. */
export function nameOf({ kind, project, spider, run, title }: TrashEntry): string {
  switch (kind) {
    case 'project':
      return project;
    case 'spider':
      return spider ?? '';
    case 'run':
      return `Run ${run ?? ''} of ${spider ?? ''}`;
    case 'page':
      return title ?? '';
    default:
      return kind satisfies never;
  }
}

/** What it belonged to. */
const placeOf = ({ kind, project, spider }: TrashEntry): string =>
  kind === 'project' ? '' : kind === 'page' ? `${project} / ${spider ?? ''}` : project;

const number = (value: number) => (value === 0 ? <span className="subtle">–</span> : count(value));

const left = ({ goesAt }: TrashEntry): string => counted(daysLeft(goesAt, Date.now()), 'day');

/** The columns of the trash. */
export const trashColumns: readonly Column<TrashEntry>[] = [
  { name: 'name', title: 'Name', width: 200, cell: (row) => nameOf(row), text: nameOf },
  {
    name: 'kind',
    title: 'What',
    width: 80,
    cell: ({ kind }) => kinds[kind],
    text: ({ kind }) => kinds[kind],
  },
  {
    name: 'place',
    title: 'In',
    width: 100,
    cell: (row) => <span className="subtle">{placeOf(row)}</span>,
    text: placeOf,
  },
  { name: 'left', title: 'Left', width: 80, cell: left, text: ({ goesAt }) => goesAt },
  {
    name: 'runs',
    title: 'Runs',
    width: 60,
    align: 'right',
    cell: ({ contents }) => number(contents.runs),
    text: ({ contents }) => String(contents.runs),
  },
  {
    name: 'items',
    title: 'Items',
    width: 70,
    align: 'right',
    cell: ({ contents }) => number(contents.items),
    text: ({ contents }) => String(contents.items),
  },
  {
    name: 'bytes',
    title: 'Size',
    width: 80,
    align: 'right',
    cell: ({ contents }) =>
      contents.bytes === 0 ? <span className="subtle">–</span> : bytes(contents.bytes),
    text: ({ contents }) => String(contents.bytes),
  },
  {
    name: 'deletedAt',
    title: 'Deleted',
    width: 160,
    cell: ({ deletedAt }) => dateTime(deletedAt),
    text: ({ deletedAt }) => deletedAt,
  },
];
