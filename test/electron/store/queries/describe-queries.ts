import { describe } from 'vitest';
import { memoryStudio, memoryStudios } from './memory-studio.ts';
import { sqliteStudio, sqliteStudios } from './sqlite-studio.ts';
import type { Studio } from './studio.ts';

/**
 * What every implementation of a query port does, whichever database it is.
 * @param cases given what opens an empty studio, and what opens two that share one database
 */
export function describeQueries(
  subject: string,
  cases: (open: () => Studio, openTwo: () => [Studio, Studio]) => void,
): void {
  describe.each([
    ['SQLite', sqliteStudio, sqliteStudios],
    ['memory', memoryStudio, memoryStudios],
  ])(`${subject} on %s`, (_, open, openTwo) => {
    cases(open, openTwo);
  });
}
