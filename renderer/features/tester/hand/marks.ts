import type { RowsReport } from '../../../../shared/contract/types.ts';
import type { PreviewMark } from '../../../../shared/window/preview.ts';
import { count } from '../../../ui/format.ts';
import type { NamedReport } from '../field-paths.ts';

/** The most rows that are marked. */
const maxRows = 500;

/** What is marked on the page for orientation: the rows by their number, and where each other field is taken from. */
export function marksOf(
  rows: RowsReport | null,
  reports: readonly NamedReport[],
  inHand: NamedReport | null,
): PreviewMark[] {
  const elements = rows?.nodes.elements.slice(0, maxRows) ?? [];
  const labels = new Map<number, string[]>();
  for (const { report, names } of reports) {
    const [element] = report.nodes.elements;
    const name = names.at(-1);
    if (report === inHand?.report || element === undefined || name === undefined) continue;
    labels.set(element, [...(labels.get(element) ?? []), name]);
  }
  return [
    ...elements.map((element, index) => ({
      element,
      style: 'row' as const,
      label: index === 0 ? `row 1 of ${count(rows?.total ?? 0)}` : count(index + 1),
    })),
    ...[...labels].map(([element, names]) => ({
      element,
      style: 'field' as const,
      label: names.join(', '),
    })),
  ];
}
