/** The most processes of one computer that carry out a run. */
export const mostWorkers = 32;

/** What their number is, behind an article, for messages. */
export const workersWords = `whole number from 1 to ${mostWorkers}`;

/** Whether a number can be theirs. */
export const isWorkers = (number: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= mostWorkers;
