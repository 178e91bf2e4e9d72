import { describe } from 'vitest';
import { memoryStudio, memoryStudios } from './memory-studio.ts';
import { sqliteStudio, sqliteStudios } from './sqlite-studio.ts';
import type { Studio } from './studio.ts';

/** An implementation of the query ports. */
export interface Implementation {
  name: string;
  /** Opens an empty studio. */
  open: () => Studio;
  /** Opens two studios that share one database. */
  openTwo: () => [Studio, Studio];
}

/** Those that are tested; `postgres.integration.test.ts` replaces them. */
export const implementations: Implementation[] = [
  { name: 'SQLite', open: () => sqliteStudio(), openTwo: sqliteStudios },
  { name: 'memory', open: memoryStudio, openTwo: memoryStudios },
];

/**
 * What every implementation of a query port does, whichever database it is.
 * @param cases given what opens an empty studio, and what opens two that share one database
 */
export function describeQueries(
  subject: string,
  cases: (open: () => Studio, openTwo: () => [Studio, Studio]) => void,
): void {
  describe.each(implementations)(`${subject} on $name`, ({ open, openTwo }) => {
    cases(open, openTwo);
  });
}
