import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { RowsReport, SavedPage } from '../../../shared/contract/types.ts';
import { count, counted } from '../../ui/format.ts';
import { useSmallerThan } from '../../ui/smaller-than.ts';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { revealPointer, type SpiderKey } from '../../spider-document/document.ts';
import { pointerOf } from '../../../shared/spider/json-path.ts';
import { fieldPath } from '../../spider-document/place.ts';
import { useDetailsShown } from './details-shown.ts';
import type { NamedReport } from './field-paths.ts';
import { RowDetail } from './row-detail.tsx';
import type { RowAtHand, RowsAtHand } from './rows-at-hand.ts';
import { RowsTable } from './rows-table.tsx';
import { applyFix } from '../../spider-document/selector-edits.ts';
import { WhyLine, WhySteps } from './why-line.tsx';
import './rows.css';

/** From this width on, in pixels, the details are beside the table. */
const besideFrom = 640;

/** See `RowsPanes`. */
export interface RowsPanesProps {
  spiderKey: SpiderKey;
  callback: string;
  /** The page that is open. */
  page: string;
  pages: readonly SavedPage[];
  table: RowsAtHand;
  /** Whether the open page was tested. */
  tested: boolean;
  /** The rows of the open page; null: not known yet, or the page is one item. */
  report: RowsReport | null;
  /** The fields on the open page. */
  reports: readonly NamedReport[];
  /** The field at the caret; null: none. */
  current: NamedReport | null;
  /** The fields. */
  list: ReactNode;
}

/**
 * The rows of the pages at hand as a table. The row that a person is on and the fields of all rows stand beside it, or below it where
 * there is little room, once they are asked for.
 */
export function RowsPanes(props: RowsPanesProps) {
  const { spiderKey: key, callback, page, pages, table, tested, report, reports, current, list } = props;
  const box = useRef<HTMLDivElement | null>(null);
  const narrow = useSmallerThan(box, besideFrom);
  const detailed = useDetailsShown();
  const [row, setRow] = useState<RowAtHand | null>(null);
  const [tab, setTab] = useState<'row' | 'fields'>('fields');
  // The caret was put into a field: its details are wanted.
  useEffect(() => setTab('fields'), [current?.report.path]);
  const select = (next: RowAtHand | null) => {
    if (next !== null && (next.index !== row?.index || next.page !== row.page)) setTab('row');
    setRow(next);
  };
  const openField = (name: string) => {
    setTab('fields');
    revealPointer(key, pointerOf(fieldPath(callback, [name])), { focus: false });
  };
  if (report !== null && report.problem !== null && table.total === 0) {
    return (
      <div className="tester-rows">
        <WhyNoRows spiderKey={key} callback={callback} report={report} />
        {list}
      </div>
    );
  }
  const url = pages.find(({ id }) => id === row?.page)?.url ?? null;
  return (
    <div className="tester-rows" ref={box}>
      {report !== null &&
        (report.problem === null ? (
          <RowsNote rows={report} />
        ) : (
          <WhyNoRows spiderKey={key} callback={callback} report={report} />
        ))}
      {!detailed && <EmptyColumns spiderKey={key} callback={callback} reports={reports} />}
      <SplitPanes
        name={narrow ? 'tester-rows' : 'tester-rows-wide'}
        direction={narrow ? 'vertical' : 'horizontal'}
        className={narrow && detailed ? 'grow tester-rows-stacked' : 'grow'}
      >
        <Pane id="rows" label="Rows" size={narrow ? 58 : 70} min={90}>
          <RowsTable
            spiderKey={key}
            callback={callback}
            page={page}
            pages={pages}
            table={table}
            tested={tested}
            report={report}
            field={current?.names[0] ?? null}
            onSelect={select}
            onField={openField}
          />
        </Pane>
        {detailed && (
          <Pane id="details" label="Details" min={80}>
            <Tabs
              label="Details of the rows"
              tabs={[
                { id: 'fields', title: table.isItems ? 'This page' : 'All rows' },
                { id: 'row', title: rowTitle(table, row), disabled: row === null },
              ]}
              value={row === null ? 'fields' : tab}
              scrolls={row !== null && tab === 'row'}
              onChange={(id) => setTab(id === 'row' ? 'row' : 'fields')}
            >
              {row === null || tab === 'fields' ? (
                list
              ) : (
                <RowDetail
                  row={row}
                  fields={table.fields}
                  base={url}
                  callback={report?.follow?.callback ?? null}
                />
              )}
            </Tabs>
          </Pane>
        )}
      </SplitPanes>
    </div>
  );
}

const rowTitle = ({ isItems }: RowsAtHand, row: RowAtHand | null): string =>
  isItems ? 'Item' : row === null ? 'Row' : `Row ${count(row.index + 1)}`;

function WhyNoRows({
  spiderKey: key,
  callback,
  report: { problem, empty },
}: {
  spiderKey: SpiderKey;
  callback: string;
  report: RowsReport;
}) {
  return (
    <div className="tester-rows-note">
      {empty === null ? (
        <p className="tester-reason">{problem}</p>
      ) : (
        <>
          <WhyLine why={empty} onFix={(fix) => applyFix(key, [...fieldPath(callback, []), 'iterate'], fix)} />
          <WhySteps why={empty} />
        </>
      )}
    </div>
  );
}

/** Columns that are explained above the table. */
const maxColumns = 3;

/** Why columns are empty in all rows. */
function EmptyColumns({
  spiderKey: key,
  callback,
  reports,
}: {
  spiderKey: SpiderKey;
  callback: string;
  reports: readonly NamedReport[];
}) {
  return reports
    .filter(({ report }) => report.depth === 0)
    .flatMap(({ report, names }) => (report.empty === null ? [] : [{ names, why: report.empty }]))
    .slice(0, maxColumns)
    .map(({ names, why }) => (
      <div key={names.join('.')} className="tester-rows-note">
        <WhyLine
          why={why}
          subject={names.join('.')}
          onFix={(fix) => applyFix(key, fieldPath(callback, names), fix)}
        />
      </div>
    ));
}

/** Reasons that are listed; those of single rows are in the table. */
const maxReasons = 3;

/** What becomes of the rows of the open page: items, or pages to follow; and that not all of them are listed. */
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
