import type { FieldReport, MatchedNodes } from '../../../../shared/contract/types.ts';
import { entriesBefore } from '../../../engine/list-pages.ts';
import { extractRows } from '../../../extract/rows.ts';
import type { OpenPage } from './open-page.ts';
import type { ReadCallback } from './parts.ts';
import type { CallbackRows } from './rows-report.ts';

/** Most matches, elements and rows of a report. */
const most = { samples: 20, outlined: 2000, rows: 500 };

/**
 * The pages of a list whose rows a run takes: without those that the next page begins with, where the list grows. Of another page the
 * page itself.
 */
export function rowParts(open: OpenPage, { callback, iterate }: ReadCallback): readonly OpenPage[] {
  const { parts } = open;
  if (parts.length < 2 || iterate?.ok !== true) return parts;
  const what = { extract: callback?.extract ?? {}, iterate: iterate.iterate };
  const texts = parts.map(({ content, context }) =>
    extractRows(content, what, context).rows.map(({ values, follow }) => JSON.stringify([values, follow])),
  );
  const isRepeated = (index: number): boolean => {
    const [own = [], next] = [texts[index], texts[index + 1]];
    return next !== undefined && (own.length === 0 || entriesBefore(own, next) > 0);
  };
  return parts.filter((_, index) => !isRepeated(index));
}

/** The reports of the pages of a list as one. @param first that of the first page; @param others those of the others */
export function mergeRows(first: CallbackRows, others: readonly CallbackRows[]): CallbackRows {
  if (others.length === 0) return first;
  const reports = [first, ...others];
  const filled = reports.find(({ rows }) => rows.total > 0) ?? first;
  const all = reports.map(({ rows }) => rows);
  const follows = all.flatMap(({ follow }) => follow ?? []);
  const reasons = new Map<string, number>();
  for (const { reason, rows } of follows.flatMap((follow) => follow.reasons))
    reasons.set(reason, (reasons.get(reason) ?? 0) + rows);
  return {
    fields: first.fields.map((field, index) =>
      mergeFields([field, ...others.flatMap(({ fields }) => fields[index] ?? [])]),
    ),
    problems: [
      ...new Map(reports.flatMap(({ problems }) => problems).map((each) => [each.field, each])).values(),
    ],
    rows: {
      ...filled.rows,
      total: sum(all.map(({ total }) => total)),
      rows: all.flatMap(({ rows }) => rows).slice(0, most.rows),
      nodes: mergeNodes(all.map(({ nodes }) => nodes)),
      follow:
        filled.rows.follow === null
          ? null
          : {
              ...filled.rows.follow,
              followed: sum(follows.map(({ followed }) => followed)),
              reasons: [...reasons].map(([reason, rows]) => ({ reason, rows })),
            },
    },
  };
}

/** One field on several pages. Its value is that of the first page that has one. */
function mergeFields(reports: readonly [FieldReport, ...FieldReport[]]): FieldReport {
  const base = reports.find(({ filled }) => (filled ?? 0) > 0) ?? reports[0];
  return {
    ...base,
    matches: sum(reports.map(({ matches }) => matches)),
    items: sum(reports.map(({ items }) => items ?? 0)),
    filled: sum(reports.map(({ filled }) => filled ?? 0)),
    samples: reports.flatMap(({ samples }) => samples).slice(0, most.samples),
    nodes: mergeNodes(reports.map(({ nodes }) => nodes)),
  };
}

function mergeNodes(nodes: readonly MatchedNodes[]): MatchedNodes {
  const elements = nodes.flatMap((each) => each.elements);
  return {
    total: sum(nodes.map(({ total }) => total)),
    elements: elements.slice(0, most.outlined),
    cut: nodes.some(({ cut }) => cut) || elements.length > most.outlined,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
