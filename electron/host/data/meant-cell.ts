import type { CallArgs } from '../../../shared/contract/index.ts';
import type { TestPart } from '../../../shared/contract/types.ts';

/** Which cells of the grid of tests are meant: those of one page, of one part, of both, or all. */
export type MeantCells = Pick<CallArgs<'tests.lock'>, 'page' | 'part'>;

/** Whether a cell is meant. */
export const isMeantCell = ({ page, part }: MeantCells, cell: TestPart & { page: string }): boolean =>
  (page === undefined || page === cell.page) &&
  (part === undefined || (part.kind === cell.kind && part.name === cell.name));
