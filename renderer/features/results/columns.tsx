import type { ReactNode } from 'react';
import type { Cell, ResultColumn, ResultRow } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { counted, dateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { isPicture } from '../../ui/value/address.ts';
import { cellContent, cellText } from './cell.tsx';

/** Columns about the crawl instead of the page. They are hidden by default. */
const aboutTheCrawl: readonly string[] = ['callback', 'scraped_at', 'id', 'run', 'spider', 'version'];

/** Whether a column says more about the crawl than about the page. */
export const isAboutTheCrawl = (name: string): boolean => aboutTheCrawl.includes(name);

/** Where the columns of every item stand; the fields of the spider are between the first and the rest. */
// What happened to an item over the runs comes before its fields, which may be many.
const firstColumns = ['title', 'first_seen', 'last_seen', 'changed_at', 'gone'];
const lastColumns = ['author', 'published_date', 'content', 'url', 'seen_in', 'copies'];

/** The most columns that are shown by default. */
const maxAtFirst = 60;
/** The most columns of one query of the host. */
export const maxColumns = 500;

const widths: Readonly<Record<string, number>> = {
  title: 240,
  content: 280,
  url: 320,
  id: 80,
  run: 72,
  version: 80,
};
/** Columns of moments that Spider Studio has noted itself, in ISO 8601. */
const moments: readonly string[] = ['first_seen', 'last_seen', 'changed_at', 'scraped_at'];
const pictureWidth = 104;
const typeWidths: Partial<Record<ResultColumn['type'], number>> = {
  number: 104,
  boolean: 96,
  date: 160,
  url: 260,
};

const isPictureColumn = (name: string, type: ResultColumn['type']) => type === 'url' && isPicture(name, '');

/** The order of columns: the title, the fields of the spider, the rest of the page, the crawl. */
export function orderColumns(columns: readonly ResultColumn[]): ResultColumn[] {
  const own = new Map(columns.filter(({ metadata }) => !metadata).map((column) => [column.name, column]));
  const named = (names: readonly string[]) =>
    names.flatMap((name) => {
      const column = own.get(name);
      return column === undefined ? [] : [column];
    });
  return [
    ...named(firstColumns),
    ...columns.filter(({ metadata }) => metadata),
    ...named(lastColumns),
    ...named(aboutTheCrawl),
  ];
}

/** The columns of the table; those without a value, and those about the crawl, are hidden at first. */
export function tableColumns(columns: readonly ResultColumn[]): Column<ResultRow>[] {
  let shown = 0;
  const fields = orderColumns(columns).map(({ name, type, filled }): Column<ResultRow> => {
    const isWanted = filled > 0 && !isAboutTheCrawl(name) && shown < maxAtFirst;
    shown += isWanted ? 1 : 0;
    return {
      name,
      title: name,
      width: widths[name] ?? (isPictureColumn(name, type) ? pictureWidth : (typeWidths[type] ?? 170)),
      align: type === 'number' ? 'right' : 'left',
      sortable: true,
      hidden: !isWanted,
      pinned: name === 'title' && isWanted,
      cell: (row) =>
        moments.includes(name)
          ? momentContent(row.cells[name])
          : cellContent(row.cells[name], { field: name, item: row.id, tabbable: false }),
      text: (row) => cellText(row.cells[name]),
    };
  });
  return [...fields, problemColumn];
}

/** A moment in the person's time zone; its title is exact, in UTC, as filters take it. */
const momentContent = (cell: Cell | undefined): ReactNode =>
  typeof cell === 'string' ? (
    <time dateTime={cell} title={cell}>
      {dateTime(cell)}
    </time>
  ) : (
    cellContent(cell)
  );

/** The name of the column that counts an item's problems. */
export const problemColumnName = 'problems of the item';

const problemColumn: Column<ResultRow> = {
  name: problemColumnName,
  title: 'Problems',
  width: 100,
  hidden: true,
  cell: ({ problems }) =>
    problems === 0 ? (
      <span className="subtle">–</span>
    ) : (
      <Badge tone="warning">{counted(problems, 'field')}</Badge>
    ),
  text: ({ problems }) => String(problems),
};
