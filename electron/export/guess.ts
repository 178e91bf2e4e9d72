import type { ItemRow } from '../store/items/item-queries.ts';
import type { Row } from './formats/format.ts';
import { rowFacts } from './formats/index.ts';
import { createSurveyor, mayGuess, type ExportShape, type Survey } from './tables.ts';

/** Items that are read before the first is written; the columns of most exports are known then. */
const guessedItems = 2000;

/** Reads the first items to learn their columns, where an export may begin anew. @returns null: all items have to be read first */
export async function guessSurvey(
  batches: () => AsyncIterable<readonly ItemRow[]>,
  shape: ExportShape,
): Promise<{ survey: Survey; isWhole: boolean } | null> {
  if (!mayGuess(shape)) return null;
  const surveyor = createSurveyor(shape);
  let read = 0;
  for await (const batch of batches()) {
    if (read >= guessedItems) return { survey: surveyor.survey(), isWhole: false };
    surveyor.add(batch);
    read += batch.length;
  }
  return { survey: surveyor.survey(), isWhole: true };
}

/** Items have columns, or types of columns, that those before them did not have, so that what was written is wrong. */
export class LateColumns extends Error {}

/** Compares rows with what is expected of them. */
export interface RowWatch {
  readonly see: (row: Row) => void;
  /** Whether a row has been seen that is not as expected. */
  isLate(): boolean;
}

/** Watches rows, and adds to the survey what it has not expected. */
export function watchRows({ format, columns }: ExportShape, { tables: [survey] }: Survey): RowWatch {
  const { typed, values } = rowFacts[format];
  let isLate = false;
  const isWritten = (name: string): boolean =>
    columns === null
      ? values === 'cells'
      : columns.some((chosen) => name === chosen || name.startsWith(`${chosen}.`));
  const changed = (name: string, change: 'added' | 'typed'): void => {
    if ((change === 'added' || typed) && isWritten(name)) isLate = true;
  };
  return { see: (row) => survey?.add(row, changed), isLate: () => isLate };
}
