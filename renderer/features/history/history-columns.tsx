import { ago, dateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { href } from '../../navigation/router.ts';
import type { HistoryPage } from './history-source.ts';

const time = (at: string | null) =>
  at === null ? <span className="subtle">never</span> : <span title={ago(at)}>{dateTime(at)}</span>;

const run = (id: string | null) =>
  id === null ? (
    <span className="subtle">–</span>
  ) : (
    <a href={href(['run', id])} tabIndex={-1}>
      {id}
    </a>
  );

/** The columns of the table of pages. */
export const historyColumns: readonly Column<HistoryPage>[] = [
  {
    name: 'url',
    title: 'Page',
    width: 480,
    pinned: true,
    cell: (page) => (
      <span className="mono" title={page.url}>
        {page.url}
      </span>
    ),
    text: (page) => page.url,
  },
  {
    name: 'fetchedAt',
    title: 'Read',
    width: 150,
    cell: (page) => time(page.fetchedAt),
    text: (page) => page.fetchedAt,
  },
  {
    name: 'fetchedRun',
    title: 'By run',
    width: 80,
    cell: (page) => run(page.fetchedRun),
    text: (page) => page.fetchedRun,
  },
  {
    name: 'extractedAt',
    title: 'Extracted',
    width: 150,
    cell: (page) => time(page.extractedAt),
    text: (page) => page.extractedAt ?? '',
  },
  {
    name: 'extractedRun',
    title: 'By run',
    width: 80,
    cell: (page) => run(page.extractedRun),
    text: (page) => page.extractedRun ?? '',
  },
  {
    name: 'contentType',
    title: 'Type',
    width: 180,
    cell: (page) => <span className="muted">{page.contentType ?? 'unknown'}</span>,
    text: (page) => page.contentType ?? '',
  },
  {
    name: 'finalUrl',
    title: 'Final URL',
    width: 320,
    hidden: true,
    cell: (page) => <span className="mono">{page.finalUrl}</span>,
    text: (page) => page.finalUrl,
  },
];
