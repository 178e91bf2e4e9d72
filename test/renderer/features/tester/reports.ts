import type { FieldReport, RowsReport } from '../../../../shared/contract/types.ts';

/** The report of a field that takes these elements. */
export const fieldReport = (
  path: string,
  elements: readonly number[],
  more: Partial<FieldReport> = {},
): FieldReport => ({
  path,
  depth: 0,
  language: 'css',
  selector: `.${path}::text`,
  value: 'x',
  valueCut: false,
  entries: null,
  matches: elements.length,
  items: null,
  filled: null,
  steps: [],
  samples: [],
  nodes: { total: elements.length, elements: [...elements], cut: false },
  problem: null,
  empty: null,
  ...more,
});

/** The report of rows that stand at these elements. */
export const rowsReport = (elements: readonly number[]): RowsReport => ({
  language: 'css',
  selector: '.row',
  total: elements.length,
  rows: [],
  fromUrl: [],
  follow: null,
  nodes: { total: elements.length, elements: [...elements], cut: false },
  problem: null,
  empty: null,
});
