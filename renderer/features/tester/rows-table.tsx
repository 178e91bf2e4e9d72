import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import type { RowsReport } from '../../../shared/contract/types.ts';
import { Table } from '../../ui/table/table.tsx';
import { arraySource } from '../../ui/table/types.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { fieldOfColumn, rowColumns, type ShownRow } from './row-columns.tsx';
import { markMatch, outline, outlinedElements, pointAt, useTester } from './tester-store.ts';

/** See `RowsTable`. */
export interface RowsTableProps {
  spiderKey: SpiderKey;
  callback: string;
  /** Identifies the page; with another one the table begins at its top. */
  subject: string;
  rows: RowsReport;
  fields: readonly string[];
  /** What the values of a field are, and in how many rows there is one. */
  details: ReadonlyMap<string, string>;
  onSelect: (row: ShownRow | null) => void;
  /** A field of a row was opened. */
  onField: (name: string) => void;
}

/** The rows of a page as a table. The row that a person is on is marked on the page, and a click on the page goes to its row. */
export function RowsTable({
  spiderKey: key,
  callback,
  subject,
  rows,
  fields,
  details,
  onSelect,
  onField,
}: RowsTableProps) {
  const version = useVersion(rows);
  const sourceKey = `${subject} ${callback}`;
  const source = useMemo(
    () =>
      arraySource(
        sourceKey,
        rows.rows.map((row, index): ShownRow => ({ ...row, index })),
        version,
      ),
    [sourceKey, rows, version],
  );
  const columns = useMemo(() => rowColumns(rows, fields, details), [rows, fields, details]);
  const column = useRef<string | null>(null);
  const selected = useRef<number | null>(null);
  const led = useRef<number | null>(null);
  const goTo = useGoTo(key, rows, selected, (row) => {
    led.current = row;
  });
  return (
    <Table<ShownRow>
      label={`Rows of ${callback}`}
      source={source}
      columns={columns}
      layoutName={`rows ${key.project}/${key.spider} ${callback}`}
      goTo={goTo}
      onSelect={(row) => {
        // What the page shows stays as it is where it led here, and where the same row came with new values.
        const isShown = row !== null && (row.index === led.current || row.index === selected.current);
        led.current = null;
        selected.current = row?.index ?? null;
        onSelect(row);
        if (row === null || isShown) return;
        outline(key, [{ elements: rows.nodes.elements, style: 'match' }], { total: rows.total });
        markMatch(key, row.element);
      }}
      onPoint={(row) => pointAt(key, row === null || row.element === null ? null : [row.element])}
      onColumn={(name) => {
        column.current = name;
      }}
      onOpen={() => {
        const name = column.current === null ? null : fieldOfColumn(column.current);
        if (name !== null) onField(name);
      }}
    />
  );
}

/** A number that grows with each new object. */
function useVersion(rows: RowsReport): number {
  const [seen, setSeen] = useState({ rows, version: 0 });
  if (seen.rows === rows) return seen.version;
  const version = seen.version + 1;
  setSeen({ rows, version });
  return version;
}

/** The row to go to: the one that holds what was clicked on the page, or the match that was stepped to. */
function useGoTo(
  key: SpiderKey,
  rows: RowsReport,
  selected: RefObject<number | null>,
  /** Called with the row before it is gone to. */
  onGo: (row: number) => void,
): { readonly row: number } | null {
  const { clicked, current, outlines } = useTester(key);
  const [goTo, setGoTo] = useState<{ readonly row: number } | null>(null);
  const stepped = current === null ? null : (outlinedElements(outlines)[current] ?? null);
  const go = useEffectEvent((row: number) => {
    if (row < 0 || row === selected.current) return;
    onGo(row);
    setGoTo({ row });
  });
  const before = useRef(clicked);
  useEffect(() => {
    if (clicked === null || clicked === before.current) return;
    before.current = clicked;
    const own = clicked.map((element) => rows.rows.findIndex((row) => row.element === element));
    go(own.find((row) => row >= 0) ?? -1);
  }, [clicked]);
  useEffect(() => {
    if (stepped !== null) go(rowAt(rows, stepped));
  }, [stepped]);
  return goTo;
}

/** The row of an element that is in a row: the last that does not begin after it. */
const rowAt = ({ rows }: RowsReport, element: number): number =>
  rows.findLastIndex((row) => row.element !== null && row.element <= element);
