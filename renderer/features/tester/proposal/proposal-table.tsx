import { useMemo } from 'react';
import type { JsonValue } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { count } from '../../../ui/format.ts';
import { Table } from '../../../ui/table/table.tsx';
import { arraySource, type Column } from '../../../ui/table/types.ts';
import { textOf, widthOf } from '../row-columns.tsx';
import { pointAt, scrollToElement } from '../tester-store.ts';
import { fieldWords } from './proposal-words.ts';
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
  choice,
  subject,
}: {
  spiderKey: SpiderKey;
  list: ProposedList;
  choice: Choice;
  subject: string;
}) {
  const source = useMemo(
    () =>
      arraySource(
        `${subject} ${choice.list}`,
        list.rows.map((values, index): Row => ({ index, values, element: list.elements[index] ?? null })),
      ),
    [subject, choice.list, list],
  );
  const columns = useMemo(() => columnsOf(list), [list]);
  return (
    <div className="tester-tab">
      <p className="proposal-caption" role="status">
        <strong>Proposal.</strong> The first {count(list.rows.length)} of {count(list.count)} {list.label} on
        this page. Nothing is written until you take them.
      </p>
      <Table<Row>
        label={`Proposed ${list.label}`}
        source={source}
        columns={columns}
        layoutName={`proposal ${choice.list}`}
        onPoint={(row) => pointAt(key, row === null || row.element === null ? null : [row.element])}
        onSelect={(row) => {
          if (row !== null && row.element !== null) scrollToElement(key, row.element);
        }}
      />
    </div>
  );
}

/** Room for the title and what is said beside it, in pixels; a character takes about seven. */
const titleWidth = (name: string, detail: string) => 32 + 7 * (name.length + detail.length);

const columnsOf = (list: ProposedList): Column<Row>[] =>
  list.fields
    .map((field) => ({ field, detail: fieldWords(field, list) }))
    .map(({ field: { name, type }, detail }) => ({
      name,
      title: name,
      detail,
      width: Math.max(titleWidth(name, detail), widthOf(list.rows.map((row) => textOf(row[name] ?? null)))),
      align: type === 'number' || type === 'price' || type === 'rating' ? 'right' : 'left',
      cell: ({ values }) => textOf(values[name] ?? null) || <span className="tester-cell-empty">–</span>,
      text: ({ values }) => textOf(values[name] ?? null),
    }));
