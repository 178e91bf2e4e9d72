import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { RowsReport } from '../../../shared/contract/types.ts';
import { count, counted } from '../../ui/format.ts';
import { useSmallerThan } from '../../ui/smaller-than.ts';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { revealPointer, type SpiderKey } from '../../spider-document/document.ts';
import { pointerOf } from '../../spider-document/json-path.ts';
import { fieldPath } from '../../spider-document/place.ts';
import type { NamedReport } from './field-paths.ts';
import { typeOf } from './hand/value-type.ts';
import type { ShownRow } from './row-columns.tsx';
import { RowDetail } from './row-detail.tsx';
import { RowsTable } from './rows-table.tsx';
import { WhyNothing } from './why-nothing.tsx';
import './rows.css';

/** From this width on, in pixels, the details are beside the table. */
const besideFrom = 640;

/** The rows of a page as a table, and below it the row that a person is on, or the fields of all rows. */
export function RowsPanes({
  spiderKey: key,
  callback,
  subject,
  rows,
  reports,
  current,
  list,
}: {
  spiderKey: SpiderKey;
  callback: string;
  subject: string;
  rows: RowsReport;
  reports: readonly NamedReport[];
  /** The field at the caret; null: none. */
  current: NamedReport | null;
  /** The fields. */
  list: ReactNode;
}) {
  const box = useRef<HTMLDivElement | null>(null);
  const narrow = useSmallerThan(box, besideFrom);
  const [row, setRow] = useState<ShownRow | null>(null);
  const [tab, setTab] = useState<'row' | 'fields'>('fields');
  const fields = useMemo(() => {
    const own = reports.filter(({ report }) => report.depth === 0).map(({ report }) => report.path);
    return [...new Set([...own, ...rows.fromUrl])];
    // oxlint-disable-next-line react/exhaustive-deps -- the reports belong to the rows
  }, [rows]);
  const details = useMemo(() => detailsOf(reports), [reports]);
  // The caret was put into a field: its details are wanted.
  useEffect(() => setTab('fields'), [current?.report.path]);
  const select = (next: ShownRow | null) => {
    if (next !== null && next.index !== row?.index) setTab('row');
    setRow(next);
  };
  const openField = (name: string) => {
    setTab('fields');
    if (reports.some(({ report }) => report.path === name)) {
      revealPointer(key, pointerOf(fieldPath(callback, [name])), { focus: false });
    }
  };
  if (rows.problem !== null) {
    return (
      <div className="tester-rows">
        <div className="tester-rows-note">
          <p className="tester-reason">{rows.problem}</p>
          {rows.empty !== null && <WhyNothing empty={rows.empty} />}
        </div>
        {list}
      </div>
    );
  }
  return (
    <div className="tester-rows" ref={box}>
      <RowsNote rows={rows} />
      <SplitPanes
        name={narrow ? 'tester-rows' : 'tester-rows-wide'}
        direction={narrow ? 'vertical' : 'horizontal'}
        className={narrow ? 'grow tester-rows-stacked' : 'grow'}
      >
        <Pane id="rows" label="Rows" size={narrow ? 58 : 70} min={90}>
          <RowsTable
            spiderKey={key}
            callback={callback}
            subject={subject}
            rows={rows}
            fields={fields}
            details={details}
            onSelect={select}
            onField={openField}
          />
        </Pane>
        <Pane id="details" label="Details" min={80}>
          <Tabs
            label="Details of the rows"
            tabs={[
              { id: 'fields', title: 'All rows' },
              {
                id: 'row',
                title: row === null ? 'Row' : `Row ${count(row.index + 1)}`,
                disabled: row === null,
              },
            ]}
            value={row === null ? 'fields' : tab}
            onChange={(id) => setTab(id === 'row' ? 'row' : 'fields')}
          >
            {row === null || tab === 'fields' ? (
              list
            ) : (
              <RowDetail row={row} fields={fields} callback={rows.follow?.callback ?? null} />
            )}
          </Tabs>
        </Pane>
      </SplitPanes>
    </div>
  );
}

/** "number · 24 of 24" of each field of the rows. */
function detailsOf(reports: readonly NamedReport[]): ReadonlyMap<string, string> {
  const own = reports.filter(({ report }) => report.depth === 0);
  return new Map(
    own.map(({ report }) => {
      const { items, filled } = report;
      const fill =
        items === null || filled === null
          ? null
          : filled === items
            ? 'every row'
            : `${count(filled)} of ${count(items)}`;
      return [report.path, [typeOf(report), fill].filter((part) => part !== null).join(' · ')];
    }),
  );
}

/** Reasons that are listed; those of single rows are in the table. */
const maxReasons = 3;

/** What becomes of the rows: items, or pages to follow; and that not all of them are listed. */
function RowsNote({ rows: { total, rows, follow } }: { rows: RowsReport }) {
  const listed = rows.length < total && ` The first ${count(rows.length)} are listed.`;
  if (follow === null) {
    return (
      <p className="small muted tester-rows-note">
        {total === 1 ? 'The row is an item.' : `Each of the ${count(total)} rows is an item.`}
        {listed}
      </p>
    );
  }
  const left = follow.reasons.slice(0, maxReasons);
  return (
    <p className="small muted tester-rows-note">
      {count(follow.followed)} of {counted(total, 'row')} {follow.followed === 1 ? 'leads' : 'lead'} to{' '}
      {follow.callback}.{listed}
      {left.map(({ reason, rows: times }) => (
        <span key={reason} className="tester-reason">
          {' '}
          {counted(times, 'row')} {times === 1 ? 'does' : 'do'} not: {reason}
        </span>
      ))}
    </p>
  );
}
