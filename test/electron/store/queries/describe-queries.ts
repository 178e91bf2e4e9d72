import { describe } from 'vitest';
import { memoryStudio } from './memory-studio.ts';
import { sqliteStudio } from './sqlite-studio.ts';
import type { Studio } from './studio.ts';

/** What every implementation of a query port does, whichever database it is. @param cases given what opens an empty studio */
export function describeQueries(subject: string, cases: (open: () => Studio) => void): void {
  describe.each([
    ['SQLite', sqliteStudio],
    ['memory', memoryStudio],
  ])(`${subject} on %s`, (_, open) => {
    cases(open);
  });
}
