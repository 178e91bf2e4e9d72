import { useEffect, useEffectEvent, useMemo } from 'react';
import { Download, Table2 } from 'lucide-react';
import type { ItemSource, ItemView, ResultColumn, ResultRow } from '../../../shared/contract/types.ts';
import { ProjectPictures } from '../../contributions/project-pictures.tsx';
import type { RunRowsProps } from '../../contributions/run-rows.ts';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { count, counted, percent } from '../../ui/format.ts';
import { cellContent } from './cell.tsx';
import { isAboutTheCrawl, orderColumns } from './columns.tsx';
import { openExport } from './exports-store.ts';
import './run-rows.css';

/** Rows and columns that tell what came out; the whole table is one click away. */
const shownRows = 10;
const shownColumns = 12;

/** The first items of a run as a table, with how often each field was filled, and their export. */
export function RunRows({ run, beat, bare = false }: RunRowsProps) {
  const { id, project, spider } = run;
  const source = useMemo((): ItemSource => ({ project, spider, run: id }), [project, spider, id]);
  const view = useMemo((): ItemView => ({ source }), [source]);
  const described = useCall('results.columns', { source, quick: true });
  const columns = orderColumns(described.value?.columns ?? []).filter(
    ({ name, filled }) => filled > 0 && !isAboutTheCrawl(name),
  );
  const names = columns.slice(0, shownColumns).map(({ name }) => name);
  const rows = useCall(
    'results.query',
    names.length === 0 ? null : { view, columns: names, offset: 0, limit: shownRows },
  );
  const again = useEffectEvent(() => {
    if (!described.fetching) described.refresh();
    if (!rows.fetching) rows.refresh();
  });
  useEffect(() => {
    if (beat > 0) again();
  }, [beat]);
  const error = described.error ?? rows.error;
  if (rows.value === null) {
    return error === null ? (
      <div className="results-first-waiting" />
    ) : (
      <ErrorState error={error} title="The items could not be loaded." />
    );
  }
  const all = run.counters.items;
  const items = href(['run', id, 'items']);
  return (
    <section className={classes('results-first', bare && 'results-first-bare')} aria-label="First items">
      <header className="results-first-head">
        {!bare && <h3>Items</h3>}
        {all > shownRows && (
          <span className="muted">
            the first {shownRows} of {count(all)}
          </span>
        )}
        <span className="grow" />
        <a className={classes('ui-button ui-button-normal', bare && 'ui-button-small')} href={items}>
          <Table2 size={14} aria-hidden />
          Show all
        </a>
        <Button
          variant="primary"
          size={bare ? 'small' : 'normal'}
          icon={Download}
          onClick={() => openExport({ view, columns: columns.map(({ name }) => name), all })}
        >
          Export…
        </Button>
      </header>
      <ProjectPictures project={project} allowPrivate={run.options.allowPrivate}>
        <FirstRows
          columns={columns.slice(0, shownColumns)}
          rows={rows.value.rows}
          left={columns.length - names.length}
        />
      </ProjectPictures>
    </section>
  );
}

interface FirstRowsProps {
  columns: readonly ResultColumn[];
  rows: readonly ResultRow[];
  /** Columns that are not shown. */
  left: number;
}

const FirstRows = ({ columns, rows, left }: FirstRowsProps) => (
  // A region that scrolls is reached by Tab, so that the arrows can scroll it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
  <div className="results-first-scroll" role="region" aria-label="Table of the first items" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column.name} data-align={column.type === 'number' ? 'right' : undefined}>
              <span className="results-first-name ellipsis">{column.name}</span>
              <Filled column={column} />
            </th>
          ))}
          {left > 0 && <th scope="col">{counted(left, 'more column')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ name, type }, index) => (
              <td key={name} data-align={type === 'number' ? 'right' : undefined}>
                {index === 0 ? (
                  <a className="ellipsis results-first-item" href={href(['item', row.id])}>
                    {cellContent(row.cells[name])}
                  </a>
                ) : (
                  <div className="ellipsis">
                    {cellContent(row.cells[name], { field: name, item: row.id, tabbable: true })}
                  </div>
                )}
              </td>
            ))}
            {left > 0 && <td className="subtle">…</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** How often a field was filled: nothing to look at where it always was. */
function Filled({ column: { filled, items, rate } }: { column: ResultColumn }) {
  if (filled === items) return <span className="results-first-filled">every item</span>;
  return (
    <span
      className="results-first-filled"
      data-few={rate < 0.5 || undefined}
      title={`Filled in ${count(filled)} of ${counted(items, 'item')}`}
    >
      {percent(Math.floor(rate * 1000) / 1000)}
    </span>
  );
}
