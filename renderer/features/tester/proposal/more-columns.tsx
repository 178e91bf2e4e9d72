import { useMemo } from 'react';
import { useCall } from '../../../state/query.ts';
import { useDocumentText, type SpiderKey } from '../../../spider-document/document.ts';
import { nodeAt, parseText, valueOf } from '../../../../shared/spider/json-path.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { columnsOf, fieldOfColumn, listOfRows, toggleColumn } from './columns.ts';

const nothing = { fields: [], others: [] };

/**
 * What else the rows of a page hold, and the callback does not take: the columns of the proposed list that they are, and of other
 * rows what is found in them.
 */
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
  const rows = valueOf(nodeAt(parseText(text).root, ['callbacks', callback, 'iterate', 'selector']));
  const isOther = value !== null && list === null && typeof rows === 'string' && rows !== '';
  const found = useCall('tester.columns', isOther ? { page, rows } : null);
  const columns = columnsOf(list ?? found.value ?? nothing);
  if (columns.length === 0) return null;
  return (
    <ColumnsMenu
      columns={columns}
      isTaken={(column) => fieldOfColumn(text, callback, column) !== null}
      onToggle={(column) => toggleColumn(key, callback, column)}
    />
  );
}
