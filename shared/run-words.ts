const words: Readonly<Record<string, string>> = {
  completed: 'has completed',
  failed: 'has failed',
  stopped: 'was stopped',
};

/** What a run is, for a sentence about it: "is paused", "has failed". */
export function runIs(state: string): string {
  return words[state] ?? `is ${state}`;
}
