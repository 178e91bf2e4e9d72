import { useMemo } from 'react';
import { useCall } from '../../../state/query.ts';
import { useDocumentText, type SpiderKey } from '../../../spider-document/document.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { columnsOf, fieldOfColumn, listOfRows, toggleColumn } from './columns.ts';

/** What else the rows of a page hold: columns that a proposal for the page has and the callback does not take. */
export function MoreColumns({
  spiderKey: key,
  page,
  callback,
  elements,
}: {
  spiderKey: SpiderKey;
  page: string;
  callback: string;
  /** Numbers of the elements of the rows. */
  elements: readonly number[];
}) {
  const { value } = useCall('pages.propose', { page });
  const text = useDocumentText(key) ?? '';
  const list = useMemo(() => (value === null ? null : listOfRows(value.lists, elements)), [value, elements]);
  if (list === null) return null;
  return (
    <ColumnsMenu
      columns={columnsOf(list)}
      isTaken={(column) => fieldOfColumn(text, callback, column) !== null}
      onToggle={(column) => toggleColumn(key, callback, column)}
    />
  );
}
