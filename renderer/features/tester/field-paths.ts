import { memberOf } from '../../../shared/spider/plain.ts';
import type { FieldReport } from '../../../shared/contract/types.ts';
import { nodeAt, parseText, valueOf } from '../../../shared/spider/json-path.ts';
import { fieldPath } from '../../spider-document/place.ts';

/** A report with the names that lead to its field. Names may contain dots, so they cannot be read from its path. */
export interface NamedReport {
  readonly report: FieldReport;
  readonly names: readonly string[];
}

/** Fields as the tester reports them, outer ones before those inside them, each with its names. */
export function namedReports(reports: readonly FieldReport[]): NamedReport[] {
  const open: { path: string; names: readonly string[] }[] = [];
  return reports.map((report) => {
    open.length = Math.min(open.length, report.depth);
    const owner = open.at(-1);
    const name = owner === undefined ? report.path : report.path.slice(owner.path.length + 1);
    const names = [...(owner?.names ?? []), name];
    open.push({ path: report.path, names });
    return { report, names };
  });
}

/** The definition of a field in the text. */
export interface WrittenField {
  readonly takesAll: boolean;
  readonly isList: boolean;
  /** Of each processor what it does beside its type, as text. */
  readonly processors: readonly string[];
}

/** What the text of a spider says of a field: whether it takes all matches, and its processors. */
export function writtenField(text: string, callback: string, names: readonly string[]): WrittenField {
  const value = valueOf(nodeAt(parseText(text).root, fieldPath(callback, names)));
  const processors = memberOf(value, 'processors');
  return {
    takesAll: memberOf(value, 'get_all') === true,
    isList: memberOf(value, 'type') === 'nested_list',
    processors: (Array.isArray(processors) ? processors : []).map(optionsOf),
  };
}

/** Whether the text of a spider has a field; a value may also come from the URL or from the row before. */
export const hasField = (text: string, callback: string, name: string): boolean =>
  nodeAt(parseText(text).root, fieldPath(callback, [name])) !== undefined;

const optionsOf = (processor: unknown): string =>
  typeof processor !== 'object' || processor === null
    ? ''
    : Object.entries(processor)
        .filter(([name]) => name !== 'type')
        .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
        .join(', ');
