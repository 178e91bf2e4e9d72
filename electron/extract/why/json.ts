import type { JsonSegment, JsonSelector } from '../../../shared/selectors/json-path-ast.ts';
import { readJsonPath } from '../../../shared/selectors/read-json-path.ts';
import { StepBudget } from '../budget.ts';
import { compilePath } from '../json-path/filter.ts';
import { isObject, JsonNode } from '../json-path/node.ts';
import { jsonPathAdvice } from '../json-path/select.ts';
import { selectValues } from '../select-json.ts';
import { quoted } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { nearNames } from './near-names.ts';
import { add, type NameCounts } from './places.ts';
import { matchesWord, type ExplainedStep, type WhyEmpty } from './repair.ts';

/** The most values that are looked through for their names. */
const maxLookedAt = 1000;
/** The most names in a line. */
const maxNames = 8;
/** Paths that are tried. */
const maxTried = 20;

/** The segment of a path that selects nothing. */
interface FailedSegment {
  source: string;
  segment: JsonSegment;
  /** What the segments before it select. */
  before: readonly JsonValue[];
}

/** A change of a path that may mend it. */
interface PathRepair {
  path: string;
  label: string;
  line: (matches: string) => string;
}

/**
 * Says why a path selects nothing in values, such as a page, or its rows: one line, and the change that mends it. A change is
 * proposed only if the whole path selects something with it.
 * @throws SelectorCostError, PatternCostError
 */
export function whyNoValues(roots: readonly JsonValue[], source: string): WhyEmpty {
  const read = readJsonPath(source);
  if (!read.ok) {
    const { message, hint } = read.problem;
    return { steps: [], line: hint === null ? message : `${message} ${hint}`, fix: null };
  }
  const steps: ExplainedStep[] = [];
  const budget = new StepBudget(jsonPathAdvice);
  let nodes = roots.map((value) => ({ root: JsonNode.root(value), reached: [JsonNode.root(value)] }));
  for (const segment of read.selector.segments) {
    const run = compilePath([segment]);
    const after = nodes.map(({ root, reached }) => ({ root, reached: run(reached, { root, budget }) }));
    const matches = after.reduce((sum, { reached }) => sum + reached.length, 0);
    steps.push({ selector: source.slice(0, segment.end), matches });
    if (matches === 0) {
      const before = nodes.flatMap(({ reached }) => reached.slice(0, maxLookedAt)).map(({ value }) => value);
      const failed = { source, segment, before: before.slice(0, maxLookedAt) };
      return { steps, ...mended(roots, failed) };
    }
    nodes = after;
  }
  return { steps, line: `${quoted(source)} selects only empty values.`, fix: null };
}

function mended(roots: readonly JsonValue[], failed: FailedSegment): Pick<WhyEmpty, 'line' | 'fix'> {
  for (const { path, label, line } of repairsOf(failed).slice(0, maxTried)) {
    const matches = roots.reduce<number>((sum, root) => {
      const selected = selectValues(path, root);
      return sum + (selected.ok ? selected.values.length : 0);
    }, 0);
    if (matches > 0) {
      return { line: line(matchesWord(matches)), fix: { label, language: 'json', selector: path } };
    }
  }
  return { line: reasonOf(failed), fix: null };
}

function repairsOf(failed: FailedSegment): PathRepair[] {
  const { segment, before } = failed;
  const [selector] = segment.selectors;
  if (selector === undefined || segment.selectors.length > 1) return [];
  const isInList = before.some(Array.isArray) && selector.kind === 'name';
  return [
    ...(selector.kind === 'name' ? renamed(failed, selector.name) : []),
    ...(isInList ? throughLists(failed) : []),
    ...(selector.kind === 'index' ? otherIndex(failed) : []),
    ...(selector.kind === 'name' && !segment.descendants ? [anywhere(failed)] : []),
  ];
}

/** The path with other names in place of one that no object has. */
function renamed({ source, segment, before }: FailedSegment, name: string): PathRepair[] {
  const looked = segment.descendants ? before.flatMap(withNested).slice(0, maxLookedAt) : before;
  const written = source.slice(segment.start, segment.end);
  const at = written.lastIndexOf(name);
  if (at < 0) return [];
  return nearNames(name, keysOf(looked)).map(({ name: near }) => ({
    path:
      source.slice(0, segment.start) +
      written.slice(0, at) +
      near +
      written.slice(at + name.length) +
      source.slice(segment.end),
    label: `Use ${quoted(near)}`,
    line: (matches) => `${quoted(name)} is not there; ${quoted(near)} is, ${matches}.`,
  }));
}

/** `[*]` before a name that belongs to the entries of a list. */
function throughLists({ source, segment }: FailedSegment): PathRepair[] {
  const name = source.slice(segment.start, segment.end).replace(/^\./, '');
  return [
    {
      path: `${source.slice(0, segment.start)}[*]${source.slice(segment.start)}`,
      label: 'Put "[*]" before it',
      line: (matches) => `Before ${quoted(name)} there is a list; with "[*]" for its entries, ${matches}.`,
    },
  ];
}

/** The last entry in place of one that a list has not, and no position where there is a single value. */
function otherIndex({ source, segment, before }: FailedSegment): PathRepair[] {
  const written = source.slice(segment.start, segment.end);
  const rest = source.slice(segment.end);
  if (before.some((value) => Array.isArray(value) && value.length > 0)) {
    return [
      {
        path: `${source.slice(0, segment.start)}[-1]${rest}`,
        label: 'Use "[-1]"',
        line: (matches) =>
          `"${written}" is beyond the end, as positions begin at 0. The last one, "[-1]", has ${matches}.`,
      },
    ];
  }
  if (before.some((value) => typeof value === 'object' && value !== null)) return [];
  return [
    {
      path: source.slice(0, segment.start) + rest,
      label: `Leave out "${written}"`,
      line: (matches) => `There is no list before "${written}"; without it, ${matches}.`,
    },
  ];
}

/** The segment at any depth. */
function anywhere({ source, segment }: FailedSegment): PathRepair {
  const written = source.slice(segment.start, segment.end).replace(/^\./, '');
  return {
    path: `${source.slice(0, segment.start)}..${written}${source.slice(segment.end)}`,
    label: 'Use ".." before it',
    line: (matches) => `${quoted(written)} is not there but deeper inside: with "..", ${matches}.`,
  };
}

/** The line where no repair helps. */
function reasonOf({ segment, before }: FailedSegment): string {
  const looked = segment.descendants ? before.flatMap(withNested).slice(0, maxLookedAt) : before;
  const [selector] = segment.selectors;
  if (selector === undefined || segment.selectors.length > 1) {
    return sentences('None of the selections in the brackets is there.', namesIn(looked));
  }
  return whyNot(selector, looked, segment.descendants);
}

function whyNot(selector: JsonSelector, values: readonly JsonValue[], descendants: boolean): string {
  const lists = values.filter(Array.isArray);
  switch (selector.kind) {
    case 'name':
      return whyNoName(selector.name, values, descendants);
    case 'index':
    case 'slice': {
      if (lists.length === 0) return sentences('There is no list before it.', namesIn(values));
      const most = lists.reduce((length, list) => Math.max(length, list.length), 0);
      return lists.length === 1
        ? `The list before it has ${entries(most)}.`
        : `The longest of the ${lists.length} lists before it has ${entries(most)}.`;
    }
    case 'filter': {
      const first = values.flatMap(childrenOf).slice(0, maxLookedAt);
      if (first.length === 0) return 'There is nothing before it to filter.';
      return sentences('No entry fulfils the filter.', namesIn(first));
    }
    case 'all':
    default:
      return 'There is nothing inside the values before it.';
  }
}

function whyNoName(name: string, values: readonly JsonValue[], descendants: boolean): string {
  const objects = values.filter(isObject);
  if (objects.length === 0) {
    return values.some(Array.isArray)
      ? `The value before ${quoted(name)} is a list, and names belong to objects.`
      : `Before ${quoted(name)} there are only single values, which have no names.`;
  }
  const reason = descendants
    ? `No object here has the name ${quoted(name)}.`
    : objects.length === 1
      ? `The object before it has no ${quoted(name)}.`
      : `None of the ${objects.length} objects before it has ${quoted(name)}.`;
  return sentences(reason, namesIn(objects));
}

const sentences = (reason: string, more: string | null): string =>
  more === null ? reason : `${reason} ${more}`;

/** The names of objects, with how many have each. */
function keysOf(values: readonly JsonValue[]): NameCounts {
  const keys = new Map<string, number>();
  for (const value of values) if (isObject(value)) for (const key of Object.keys(value)) add(keys, key);
  return keys;
}

/** The names of objects in a sentence, in the order of the page; null: there are none. */
function namesIn(values: readonly JsonValue[]): string | null {
  const names = [...keysOf(values).keys()];
  if (names.length === 0) return null;
  const shown = names.slice(0, maxNames).join(', ');
  return `The names there are ${shown}${names.length > maxNames ? ` and ${names.length - maxNames} more` : ''}.`;
}

const childrenOf = (value: JsonValue): JsonValue[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];

const entries = (count: number): string =>
  count === 0 ? 'no entries' : count === 1 ? 'one entry' : `${count} entries`;

/** A value and what is in it, up to the number that is looked at. */
function withNested(value: JsonValue): JsonValue[] {
  const found = [value];
  for (let at = 0; at < found.length && found.length < maxLookedAt; at += 1) {
    const next = found[at];
    if (next !== undefined) for (const child of childrenOf(next).slice(0, maxLookedAt)) found.push(child);
  }
  return found;
}
