import { isTag, type AnyNode, type Element } from 'domhandler';
import { isFilled } from '../../../shared/filled.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { DetectedList } from '../../authoring/lists/find-lists.ts';
import { evaluateFields } from '../../extract/fields.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { visibleText } from '../../extract/walk.ts';
import { counterpartOf, placeOf } from './counterpart.ts';
import { isAdvert, likenessTo, lookOf, opensThread } from './record-look.ts';
import { Tally } from './tally.ts';
import type { ListFacts } from './types.ts';

/** Rows that a callback or a nested list takes from a page. */
export interface TakenRows {
  readonly rows: readonly Element[];
  readonly extract: Readonly<Record<string, FieldExtract>>;
  readonly pointer: string;
  readonly context: PageContext;
}

/** Fewer rows show no pattern that one could be missing from. */
const minRows = 2;
/** Rows that the others are compared with, and others that are compared. */
const maxModels = 60;
const maxOthers = 200;
/** Share of the rows that have a field, for the field to be one of a row. */
const coreFrom = 0.9;
/** Share of those fields that another record has to be one of the list. */
const filledFrom = 0.8;
/**
 * Compares rows with the records that the page shows: those that were found without knowing the spider, and the siblings of the rows.
 * A record that is built as the rows are and has what they have is missing; headers and adverts are not.
 */
export function listFacts(taken: TakenRows, lists: readonly DetectedList[]): ListFacts {
  const { rows, pointer } = taken;
  const values = valuesOf(taken, rows);
  const match = bestMatch(rows, lists);
  const blank = new Tally();
  for (const [at, row] of values.entries()) {
    const isRecord = match?.matched.has(rows[at] ?? null) === true;
    if (Object.keys(taken.extract).length > 0 && !isRecord && !row.some(isFilled))
      blank.add(rowText(rows[at]), `is row ${at + 1} and gives no value`);
  }
  const missing = new Tally();
  if (rows.length >= minRows) {
    const others = [...new Set([...siblingsOf(rows), ...unmatched(rows, match)])].slice(0, maxOthers);
    const models = modelsOf(rows);
    const judge = rowJudge(values);
    const found = valuesOf(taken, others);
    const look = lookOf(models);
    for (const [at, other] of others.entries()) {
      if (!look.isRecord(other) || !judge(found[at] ?? [])) continue;
      if (opensThread(other, rows, models)) continue;
      missing.add(visibleText(other, 200), 'is a record like the rows and is left out');
    }
  }
  return { pointer, rows: rows.length, missing: missing.sample, blank: blank.sample };
}

/** Fewer values in a field are no list, and share of the records that have one from which the field is to have all. */
const minGathered = 4;
const gatheredFrom = 0.7;
/** A record without a value in the field must look so much like those with one. */
const sameLook = 0.8;

/** Compares the elements of a field that takes all matches with the records of the list that they lie in, one in each. */
export function gatheredFacts(
  elements: readonly Element[],
  pointer: string,
  lists: readonly DetectedList[],
): ListFacts {
  const missing = new Tally();
  const match = elements.length < minGathered ? null : bestMatch(elements, lists);
  const isOneEach = match !== null && match.pairs.length === elements.length && match.share >= gatheredFrom;
  if (isOneEach) {
    const models = modelsOf(match.pairs.map(({ head }) => head));
    for (const element of unmatched(elements, match)) {
      const head = match.without.find((each) => isInside(element, each));
      const text = visibleText(element, 200);
      if (head === undefined || text === '' || isAdvert(head, models)) continue;
      if (likenessTo(head, models) >= sameLook)
        missing.add(text, 'is a value like the others and is left out');
    }
  }
  return { pointer, rows: elements.length, missing: missing.sample, blank: null };
}

function isInside(node: AnyNode, outer: AnyNode): boolean {
  for (let each: AnyNode | null = node; each !== null; each = each.parent) if (each === outer) return true;
  return false;
}

type Values = readonly unknown[];

function valuesOf({ extract, context }: TakenRows, scopes: readonly Element[]): Values[] {
  return evaluateFields(scopes, extract, context).map(({ fields }) => fields.map(([, { value }]) => value));
}

/** Rows from all parts of the list. */
function modelsOf(rows: readonly Element[]): Element[] {
  const step = Math.max(1, rows.length / maxModels);
  return Array.from(
    { length: Math.min(rows.length, maxModels) },
    (_, at) => rows[Math.floor(at * step)],
  ).filter((row) => row !== undefined);
}

/** Elements beside the rows that have their name, and neither are rows nor hold or lie in one. */
function siblingsOf(rows: readonly Element[]): Element[] {
  const own = new Set<AnyNode>(rows);
  const around = new Set<AnyNode>();
  for (const row of rows)
    for (let each: AnyNode | null = row; each !== null; each = each.parent) around.add(each);
  const parents = new Map<AnyNode, Set<string>>();
  for (const { parent, name } of rows) {
    if (parent === null) continue;
    const names = parents.get(parent) ?? new Set<string>();
    names.add(name);
    parents.set(parent, names);
  }
  return [...parents].flatMap(([parent, names]) => {
    if (!('children' in parent)) return [];
    return parent.children.filter(
      (child): child is Element =>
        isTag(child) && names.has(child.name) && !own.has(child) && !around.has(child),
    );
  });
}

/** Share of the rows and of the records that must belong together for a list to be the same. */
const sameFrom = 0.5;

/** The list that the rows are of; null: none was found that is the same. */
function bestMatch(rows: readonly Element[], lists: readonly DetectedList[]): ListMatch | null {
  const [best] = lists.map((list) => matchOf(rows, list)).toSorted((a, b) => b.share - a.share);
  return best !== undefined && best.share >= sameFrom ? best : null;
}

/** Elements of records where no row was taken: at the place in them where rows are in others. */
function unmatched(rows: readonly Element[], match: ListMatch | null): Element[] {
  const [pair] = match?.pairs ?? [];
  if (match === null || pair === undefined) return [];
  const place = placeOf(pair.row, pair.head);
  const own = new Set<AnyNode>(rows);
  return match.without.flatMap((head) => {
    const found = counterpartOf(head, place);
    return found === null || own.has(found) ? [] : [found];
  });
}

interface ListMatch {
  /** Share of the rows that belong to a record, times that of the records that have a row. */
  readonly share: number;
  readonly pairs: readonly { row: Element; head: Element }[];
  /** The rows that belong to a record. */
  readonly matched: ReadonlySet<AnyNode | null>;
  /** Heads of the records without a row. */
  readonly without: readonly Element[];
}

function matchOf(rows: readonly Element[], { records }: DetectedList): ListMatch {
  const recordOf = new Map<AnyNode, number>();
  for (const [at, nodes] of records.entries()) for (const node of nodes) recordOf.set(node, at);
  const headOf = (at: number): Element | null => {
    const head = records[at]?.[0];
    return head !== undefined && isTag(head) ? head : null;
  };
  const rowSet = new Set<AnyNode>(rows);
  const pairs: ListMatch['pairs'][number][] = [];
  const matched = new Set<number>();
  const within = new Set<AnyNode>();
  for (const row of rows) {
    const at = nearest(row, (node) => recordOf.get(node));
    if (at === undefined) continue;
    within.add(row);
    const head = headOf(at);
    if (!matched.has(at) && head !== null) pairs.push({ row, head });
    matched.add(at);
  }
  for (const at of records.keys()) {
    const head = headOf(at);
    if (matched.has(at) || head === null) continue;
    const holder = nearest(head, (node) => (rowSet.has(node) ? node : undefined));
    if (holder === undefined) continue;
    matched.add(at);
    within.add(holder);
    if (isTag(holder)) pairs.push({ row: holder, head });
  }
  const without = [...records.keys()].filter((at) => !matched.has(at)).flatMap((at) => headOf(at) ?? []);
  const rowShare = within.size / Math.max(1, rows.length);
  const share = rowShare * (matched.size / Math.max(1, records.length));
  return { share, pairs, matched: within, without };
}

function nearest<T>(node: AnyNode, of: (node: AnyNode) => T | undefined): T | undefined {
  for (let each: AnyNode | null = node; each !== null; each = each.parent) {
    const found = of(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns whether values are those of a row: the fields are filled that rows have, with numbers where rows have numbers. */
function rowJudge(rows: readonly Values[]): (values: Values) => boolean {
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) => rows.map((row) => row[at]));
  const core = columns.map((column) => column.filter(isFilled).length >= coreFrom * rows.length);
  const numeric = columns.map((column) => {
    const filled = column.filter(isFilled);
    return filled.length > 0 && filled.filter(isNumeric).length >= coreFrom * filled.length;
  });
  const wanted = core.filter(Boolean).length;
  return (values) => {
    const filled = values.filter((value, at) => core[at] === true && isFilled(value)).length;
    if (filled < filledFrom * wanted) return false;
    if (wanted === 0 && !values.some(isFilled)) return false;
    return values.every((value, at) => numeric[at] !== true || !isFilled(value) || hasDigit(value));
  };
}

/** Longest value that is taken for a number, an amount or a date, in characters: longer ones hold digits by chance. */
const maxNumeric = 40;

const hasDigit = (value: unknown): boolean => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /\d/.test(text);
};

const isNumeric = (value: unknown): boolean =>
  hasDigit(value) && (typeof value === 'string' ? value : JSON.stringify(value)).length <= maxNumeric;

const rowText = (row: Element | undefined): string => (row === undefined ? '' : visibleText(row, 200));
