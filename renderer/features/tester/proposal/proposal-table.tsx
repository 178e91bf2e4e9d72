import { useMemo } from 'react';
import type { JsonValue, ProposedField } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { count } from '../../../ui/format.ts';
import { Table } from '../../../ui/table/table.tsx';
import { arraySource, type Column } from '../../../ui/table/types.ts';
import { isPicture } from '../../../ui/value/address.ts';
import { cellOf, textOf } from '../../../ui/value/value-cell.tsx';
import { widthOf } from '../row-columns.tsx';
import { changeTester, pointAt, scrollToElement } from '../tester-store.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { fieldWords } from './proposal-words.ts';
import { rowsKey } from './subjects.ts';
import type { Choice, ProposedList } from './use-proposal.ts';

interface Row {
  readonly index: number;
  readonly element: number | null;
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** The first rows that a choice would take, before anything is written. */
export function ProposalTable({
  spiderKey: key,
  list,
  columns,
  choice,
  subject,
  base,
}: {
  spiderKey: SpiderKey;
  list: ProposedList;
  /** All that it offers. */
  columns: readonly ProposedField[];
  choice: Choice;
  subject: string;
  /** The address of the page; null: unknown. */
  base: string | null;
}) {
  const source = useMemo(
    () =>
      arraySource(
        `${subject} ${rowsKey(choice)}`,
        list.rows.map((values, index): Row => ({ index, values, element: list.elements[index] ?? null })),
      ),
    [subject, choice, list],
  );
  const shown = useMemo(() => tableColumns(list, base), [list, base]);
  const names = list.fields.map(({ name }) => name);
  const isTaken = ({ name }: ProposedField) => names.includes(name);
  const toggle = ({ name }: ProposedField) => {
    const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
    const rows = rowsKey(choice);
    if (rows === null || next.length === 0) return;
    changeTester(key, { columns: { list: rows, names: next } });
  };
  return (
    <div className="tester-tab">
      <div className="proposal-caption row">
        <p className="grow" role="status">
          <strong>Proposal.</strong> The first {count(list.rows.length)} of {count(list.count)} {list.label}.
          Nothing is written until you take them.
        </p>
        <ColumnsMenu columns={columns} isTaken={isTaken} onToggle={toggle} />
      </div>
      <Table<Row>
        label={`Proposed ${list.label}`}
        source={source}
        columns={shown}
        layoutName={`proposal ${rowsKey(choice)}`}
        onPoint={(row) => pointAt(key, row === null || row.element === null ? null : [row.element])}
        onSelect={(row) => {
          if (row !== null && row.element !== null) scrollToElement(key, row.element);
        }}
      />
    </div>
  );
}

const pictureWidth = 90;

const tableColumns = (list: ProposedList, base: string | null): Column<Row>[] =>
  list.fields.map((field) => {
    const { name, type } = field;
    const detail = fieldWords(field, list);
    const values = list.rows.map((row) => row[name] ?? null);
    const isPictures = values.every((value) => typeof value === 'string' && isPicture(name, value));
    return {
      name,
      title: name,
      detail,
      width: isPictures
        ? Math.max(pictureWidth, widthOf([name, detail]))
        : widthOf([name, detail, ...values.map(textOf)]),
      align: type === 'number' || type === 'price' || type === 'rating' ? 'right' : 'left',
      cell: (row) => cellOf(row.values[name] ?? null, { field: name, tabbable: false, base }),
      text: (row) => textOf(row.values[name] ?? null),
    };
  });
