import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import type { RowsReport, SavedPage } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { Table } from '../../ui/table/table.tsx';
import { arraySource } from '../../ui/table/types.ts';
import { getDocument, type SpiderKey } from '../../spider-document/document.ts';
import { hasField } from './field-paths.ts';
import { HeadName, headMenu, isInRows } from './rows-head.tsx';
import { fieldOfColumn, rowColumns } from './row-columns.tsx';
import type { RowAtHand, RowsAtHand } from './rows-at-hand.ts';
import {
  changeTester,
  markMatch,
  outline,
  outlinedElements,
  pointAt,
  showRow,
  useTester,
} from './tester-store.ts';

/** See `RowsTable`. */
export interface RowsTableProps {
  spiderKey: SpiderKey;
  callback: string;
  /** The page that is open. */
  page: string;
  pages: readonly SavedPage[];
  table: RowsAtHand;
  /** Whether the open page was tested; until then its rows are those of the test of all pages. */
  tested: boolean;
  /** The rows of the open page; null: not known yet, or the page is one item. */
  report: RowsReport | null;
  /** The field in hand; null: none. */
  field: string | null;
  onSelect: (row: RowAtHand | null) => void;
  /** A field of a row was opened. */
  onField: (name: string) => void;
}

const noRows: readonly RowAtHand[] = [];

/**
 * The rows of all pages at hand as a table. The row that a person is on is marked on the page, and a click on the page goes to its row.
 * A click on a row of another page opens that page.
 */
export function RowsTable(props: RowsTableProps) {
  const { spiderKey: key, callback, page, pages, table, tested, report, field, onSelect, onField } = props;
  const version = useVersion(table);
  const sourceKey = `${page} ${callback}`;
  const source = useMemo(() => arraySource(sourceKey, table.rows, version), [sourceKey, table, version]);
  const leadsTo = report?.follow?.callback ?? null;
  const [renamed, setRenamed] = useState<string | null>(null);
  const columns = useMemo(
    () =>
      rowColumns({ table, pages, open: page, leadsTo, marked: field }).map((each) =>
        renamed === null || fieldOfColumn(each.name) !== renamed
          ? each
          : {
              ...each,
              heading: (
                <HeadName
                  spiderKey={key}
                  callback={callback}
                  name={renamed}
                  onDone={() => setRenamed(null)}
                />
              ),
            },
      ),
    [table, pages, page, leadsTo, field, renamed, key, callback],
  );
  const column = useRef<string | null>(null);
  const selected = useRef<RowAtHand | null>(null);
  const led = useRef<number | null>(null);
  const here = tested ? table.rows.filter((row) => row.page === page) : noRows;
  const [goTo, goToRow] = useGoTo(key, { page, rows: here, selected }, (row) => {
    led.current = row;
  });
  const isWritten = (name: string | null): name is string =>
    name !== null && hasField(getDocument(key)?.text ?? '', callback, name);
  const columnAtHand = () => (column.current === null ? null : fieldOfColumn(column.current));
  useCommands([
    {
      id: 'rows.rename',
      title: 'Rename the column',
      category: 'Page',
      keys: ['F2'],
      when: ({ target }) => isInRows(target) && isWritten(columnAtHand()),
      run: () => setRenamed(columnAtHand()),
    },
  ]);
  const head = { spiderKey: key, callback, rows: table.rows, onField, onRename: setRenamed, onRow: goToRow };
  const openPageOf = (row: RowAtHand): boolean => {
    if (row.page === page) return false;
    showRow(key, row);
    return true;
  };
  return (
    <Table<RowAtHand>
      label={`Rows of ${callback}`}
      source={source}
      columns={columns}
      layoutName={`rows ${key.project}/${key.spider} ${callback}`}
      goTo={goTo}
      onSelect={(row) => {
        const before = selected.current;
        // What the page shows stays as it is where it led here, and where the same row came with new values.
        const isSame = row !== null && row.page === before?.page && row.index === before.index;
        const isShown = isSame || (row !== null && row.index === led.current);
        led.current = null;
        selected.current = row;
        onSelect(row);
        if (row === null || isShown || row.page !== page || report === null) return;
        outline(key, [{ elements: report.nodes.elements, style: 'match' }], { total: report.total });
        markMatch(key, row.element);
      }}
      onHead={(each) => {
        const name = fieldOfColumn(each);
        if (isWritten(name)) onField(name);
      }}
      headerMenu={(each) => {
        const name = fieldOfColumn(each);
        return isWritten(name) ? headMenu(name, head) : [];
      }}
      onPoint={(row) =>
        pointAt(key, row === null || row.element === null || row.page !== page ? null : [row.element])
      }
      onColumn={(name) => {
        column.current = name;
      }}
      onCell={(row) => {
        openPageOf(row);
      }}
      onOpen={(row) => {
        if (openPageOf(row)) return;
        const name = columnAtHand();
        if (isWritten(name)) onField(name);
      }}
    />
  );
}

/** A number that grows with each new object. */
function useVersion(table: RowsAtHand): number {
  const [seen, setSeen] = useState({ table, version: 0 });
  if (seen.table === table) return seen.version;
  const version = seen.version + 1;
  setSeen({ table, version });
  return version;
}

interface Here {
  page: string;
  /** The rows of the open page, which are the first of the table; none while its test is awaited. */
  rows: readonly RowAtHand[];
  selected: RefObject<RowAtHand | null>;
}

/** The row to go to: the one that holds what was clicked on the page, the match that was stepped to, or the one whose page was opened. */
function useGoTo(
  key: SpiderKey,
  { page, rows, selected }: Here,
  /** Called with the row before it is gone to, where the page led to it. */
  onGo: (row: number) => void,
): [goTo: { readonly row: number } | null, goToRow: (row: number) => void] {
  const { clicked, current, outlines, row: wanted } = useTester(key);
  const [goTo, setGoTo] = useState<{ readonly row: number } | null>(null);
  const stepped = current === null ? null : (outlinedElements(outlines)[current] ?? null);
  const go = useEffectEvent((row: number) => {
    if (row < 0 || (selected.current?.page === page && row === selected.current.index)) return;
    onGo(row);
    setGoTo({ row });
  });
  const before = useRef(clicked);
  useEffect(() => {
    if (clicked === null || clicked === before.current) return;
    before.current = clicked;
    const own = clicked.map((element) => rows.findIndex((row) => row.element === element));
    go(own.find((row) => row >= 0) ?? -1);
  }, [clicked]);
  useEffect(() => {
    if (stepped !== null) go(rowAt(rows, stepped));
  }, [stepped]);
  const isThere = wanted !== null && wanted.page === page && rows.length > wanted.index;
  const open = useEffectEvent(() => {
    if (wanted === null) return;
    changeTester(key, { row: null });
    setGoTo({ row: wanted.index });
  });
  useEffect(() => {
    if (isThere) open();
  }, [isThere]);
  return [goTo, (row) => setGoTo({ row })];
}

/** The row of an element that is in a row: the last that does not begin after it. */
const rowAt = (rows: readonly RowAtHand[], element: number): number =>
  rows.findLastIndex((row) => row.element !== null && row.element <= element);
