import { isFilled } from '../../shared/filled.ts';
import type { JsonValue } from '../../shared/json-value.ts';
import { judgeRows, type JudgedRow, type RowState } from './bench-rows.ts';
import type { Part, TakenPage } from './bench-take.ts';

/** The values of a part of a page that a person has locked as right. */
export interface Locked extends Part {
  values: readonly JsonValue[];
}

/**
 * What became of a cell: `same`, as locked; `changed`, at least one row is not as locked; `empty`, every value is gone; `missing`, the
 * spider no longer extracts it; `new`, values that nobody has locked: all of them, or those of rows that were locked as empty.
 */
export type CellState = 'same' | 'changed' | 'empty' | 'new' | 'missing';

/** States that fail a test. */
const failing: ReadonlySet<CellState> = new Set<CellState>(['changed', 'empty', 'missing']);

/** Whether a cell is as it was locked, or was never locked. */
export const passes = (state: CellState): boolean => !failing.has(state);

/** A part of a page, judged. */
export interface Cell extends Part {
  page: string;
  state: CellState;
  /** Whether values are locked. */
  locked: boolean;
  /** How many rows have a value. */
  filled: number;
  /** How many rows of each state there are; of a cell that is not locked none. */
  counts: Readonly<Record<RowState, number>>;
  /** Expected values beside those that are there; of a cell that is not locked none is expected. */
  rows: readonly JudgedRow[];
}

/** A page, what is taken from it, and what is locked on it. */
export interface BenchedPage {
  page: string;
  taken: TakenPage;
  locked: readonly Locked[];
}

/** Judges all cells of pages. A part that a page neither gives nor was expected to give has no cell. */
export function judgePages(pages: readonly BenchedPage[]): Cell[] {
  return pages.flatMap(({ page, taken, locked }) => {
    const isOf =
      ({ kind, name }: Part) =>
      (other: Part): boolean =>
        other.kind === kind && other.name === name;
    const given = taken.parts.flatMap((part): Cell[] => {
      const expected = locked.find(isOf(part));
      const isNothing = part.kind === 'links' && part.values.length === 0 && expected === undefined;
      return isNothing ? [] : [{ page, ...judgeCell(part, expected?.values ?? null, part.values) }];
    });
    const gone = locked
      .filter((part) => !taken.parts.some(isOf(part)))
      .map((part): Cell => ({ page, ...judgeCell(part, part.values, null) }));
    return [...given, ...gone];
  });
}

/** @param expected null: nothing is locked @param got null: the spider does not extract it */
function judgeCell(
  { kind, name }: Part,
  expected: readonly JsonValue[] | null,
  got: readonly JsonValue[] | null,
): Omit<Cell, 'page'> {
  const values = got ?? [];
  const rows = judgeRows(expected ?? [], values);
  const counts = { same: 0, changed: 0, empty: 0, filled: 0, added: 0, removed: 0 };
  for (const { state } of rows) counts[state] += 1;
  const filled = values.filter(isFilled).length;
  if (expected === null) {
    return { kind, name, state: 'new', locked: false, filled, counts: { ...counts, added: 0 }, rows };
  }
  const isEmpty = filled === 0 && expected.some(isFilled);
  const state = got === null ? 'missing' : isEmpty ? 'empty' : stateOf(counts);
  return { kind, name, state, locked: true, filled, counts, rows };
}

function stateOf({ changed, empty, added, removed, filled }: Cell['counts']): CellState {
  if (changed + empty + added + removed > 0) return 'changed';
  return filled > 0 ? 'new' : 'same';
}

/** The rows of the grid: fields in the order in which pages give them, then links, then what is no longer extracted. */
export function partsOf(pages: readonly BenchedPage[], cells: readonly Cell[]): Part[] {
  const keyOf = ({ kind, name }: Part): string => `${kind} ${name}`;
  const given = pages.flatMap(({ taken }) => taken.parts);
  const order = [
    ...given.filter(({ kind }) => kind === 'field'),
    ...cells.filter(({ kind }) => kind === 'field'),
    ...given.filter(({ kind }) => kind === 'links'),
    ...cells,
  ];
  const shown = new Set(cells.map(keyOf));
  const parts = new Map(order.map(({ kind, name }) => [keyOf({ kind, name }), { kind, name }]));
  return [...parts].flatMap(([key, part]) => (shown.has(key) ? [part] : []));
}

/** A field that seems to have a new name: what was locked under the old one. */
export interface Renamed {
  from: string;
  to: string;
  /** On how many pages. */
  pages: number;
}

/**
 * Fields that seem to have got another name: nowhere extracted any more, with locked values that a field without locked values gives on
 * every page where they are locked.
 */
export function renamedFields(pages: readonly BenchedPage[], cells: readonly Cell[]): Renamed[] {
  const names = new Set(
    cells.flatMap(({ kind, state, name }) => (kind === 'field' && state === 'missing' ? [name] : [])),
  );
  return [...names].flatMap((from): Renamed[] => {
    const holders = pages.flatMap(({ taken, locked }) => {
      const values = locked.find(({ kind, name }) => kind === 'field' && name === from)?.values;
      return values === undefined ? [] : [{ taken, locked, text: JSON.stringify(values) }];
    });
    const isExtracted = pages.some(({ taken }) =>
      taken.parts.some(({ kind, name }) => kind === 'field' && name === from),
    );
    const [first] = holders;
    if (first === undefined || isExtracted) return [];
    const to = first.taken.parts.find(
      ({ kind, name }) =>
        kind === 'field' &&
        holders.every(
          ({ taken, locked, text }) =>
            !locked.some((other) => other.kind === 'field' && other.name === name) &&
            taken.parts.some(
              (part) => part.kind === 'field' && part.name === name && JSON.stringify(part.values) === text,
            ),
        ),
    );
    return to === undefined ? [] : [{ from, to: to.name, pages: holders.length }];
  });
}
