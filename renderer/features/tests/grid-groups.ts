import type { TestCell, TestGrid, TestPage, TestPart } from '../../../shared/contract/types.ts';
import type { Place } from './tests-store.ts';

/** The pages that one callback takes, with the rows of the grid that they have cells in. */
export interface PageGroup {
  /** Null: nothing is extracted from them. */
  readonly callback: string | null;
  readonly pages: readonly TestPage[];
  readonly parts: readonly TestPart[];
}

/** Whether something is the same part of a page. */
export const isPart =
  (part: TestPart) =>
  (other: TestPart): boolean =>
    other.kind === part.kind && other.name === part.name;

/** The cell of a grid at a place; null: there is none. */
export const cellAt = ({ cells }: TestGrid, { page, part }: Place): TestCell | null =>
  cells.find((cell) => cell.page === page && isPart(part)(cell)) ?? null;

/** The pages of a grid by callback, in the order in which they were saved; those that nothing is extracted from last. */
export function groupsOf({ pages, cells }: TestGrid): PageGroup[] {
  const callbacks = [...new Set(pages.map(({ callback }) => callback))];
  const ordered = [
    ...callbacks.filter((name) => name !== null),
    ...callbacks.filter((name) => name === null),
  ];
  return ordered.map((callback) => {
    const own = pages.filter((page) => page.callback === callback);
    const ids = new Set(own.map(({ page }) => page));
    return { callback, pages: own, parts: partsOf(cells.filter(({ page }) => ids.has(page))) };
  });
}

/** The parts that cells are of, each once: fields as their callback gives them, then links. */
function partsOf(cells: readonly TestCell[]): TestPart[] {
  const parts = new Map(cells.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }]));
  const ofKind = (kind: TestPart['kind']): TestPart[] =>
    [...parts.values()].filter((part) => part.kind === kind);
  return [...ofKind('field'), ...ofKind('links')];
}

/** Where a key leads. */
export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last' | 'top' | 'bottom';

/**
 * The place that a step leads to: up and down from group to group, left and right within one, never beyond the edges.
 * @param place null: the first one @returns null: the grid has no cells
 */
export function stepFrom(groups: readonly PageGroup[], place: Place | null, step: Step): Place | null {
  const rows = groups.flatMap(({ pages, parts }) => parts.map((part) => ({ part, pages })));
  const isHere = ({ part, pages }: (typeof rows)[number]): boolean =>
    place !== null && isPart(place.part)(part) && pages.some(({ page }) => page === place.page);
  const row = Math.max(0, rows.findIndex(isHere));
  const here = rows[row];
  if (here === undefined) return null;
  const column = Math.max(
    0,
    here.pages.findIndex(({ page }) => page === place?.page),
  );
  const last = here.pages.length - 1;
  const to: Readonly<Record<Step, readonly [row: number, column: number]>> = {
    up: [row - 1, column],
    down: [row + 1, column],
    left: [row, column - 1],
    right: [row, column + 1],
    first: [row, 0],
    last: [row, last],
    top: [0, 0],
    bottom: [rows.length - 1, Number.MAX_SAFE_INTEGER],
  };
  const [toRow, toColumn] = to[step];
  const target = rows[within(toRow, rows.length)];
  const page = target?.pages[within(toColumn, target.pages.length)]?.page;
  return target === undefined || page === undefined ? null : { page, part: target.part };
}

const within = (index: number, length: number): number => Math.min(length - 1, Math.max(0, index));

/** The next cell behind a place that fits, in the order of the screen, from the top again at the end; null: none does. */
export function nextCell(
  grid: TestGrid,
  place: Place | null,
  { fits, by }: { fits: (cell: TestCell) => boolean; by: 1 | -1 },
): Place | null {
  const places = groupsOf(grid).flatMap(({ pages, parts }) =>
    parts.flatMap((part) => pages.map(({ page }) => ({ page, part }))),
  );
  const ordered = by === 1 ? places : places.toReversed();
  const here = ordered.findIndex(
    ({ page, part }) => place !== null && page === place.page && isPart(part)(place.part),
  );
  const following = [...ordered.slice(here + 1), ...ordered.slice(0, here + 1)];
  return (
    following.find((each) => {
      const cell = cellAt(grid, each);
      return cell !== null && fits(cell);
    }) ?? null
  );
}

/**
 * What is said of a page as a whole: why nothing is extracted from it, or what two or more of its empty cells say alike, such as that it
 * is made by script. Null: nothing.
 */
export function pageNote({ page, reason }: TestPage, cells: readonly TestCell[]): string | null {
  if (reason !== null) return reason;
  const sentences = cells.flatMap((cell) => (cell.page === page && cell.why !== null ? [cell.why] : []));
  return sentences.find((sentence, at) => sentences.indexOf(sentence) < at) ?? null;
}
