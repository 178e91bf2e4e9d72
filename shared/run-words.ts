const words: Readonly<Record<string, string>> = {
  completed: 'has completed',
  failed: 'has failed',
  stopped: 'was stopped',
};

/** The state of a run as a predicate: "is paused", "has failed". */
export function runIs(state: string): string {
  return words[state] ?? `is ${state}`;
}
