/** Columns of requests that a table can be sorted by, in the order of the table. */
export const requestSortColumns = [
  'id',
  'url',
  'state',
  'status',
  'priority',
  'depth',
  'bytes',
  'durationMs',
  'items',
  'tries',
  'contentType',
  'callback',
  'finishedAt',
] as const;

/** A column that requests can be sorted by. */
export type RequestSortColumn = (typeof requestSortColumns)[number];

const sortable = new Set<string>(requestSortColumns);

/** Whether requests can be sorted by a column of this name. */
export function isRequestSortColumn(name: string): name is RequestSortColumn {
  return sortable.has(name);
}
