const words: Readonly<Record<string, string>> = {
  completed: 'has completed',
  failed: 'has failed',
  stopped: 'was stopped',
};

/** The state of a run as a predicate: "is paused", "has failed". */
export function runIs(state: string): string {
  return words[state] ?? `is ${state}`;
}

/** A run, as far as it says whether its items are used. */
export interface RunStanding {
  readonly state: string;
  readonly source: string | null;
  readonly acceptedAt: string | null;
  readonly replacedBy: string | null;
}

/**
 * Whether the items of a run are used, where that is not a matter of course. `undecided`: it extracted again, and nobody has accepted it
 * yet. null: it is a crawl that nothing replaces, or it extracted again and has no complete result.
 */
export function standingOf({
  state,
  source,
  acceptedAt,
  replacedBy,
}: RunStanding): 'accepted' | 'undecided' | 'replaced' | null {
  if (replacedBy !== null) return 'replaced';
  if (source === null) return null;
  if (acceptedAt !== null) return 'accepted';
  return state === 'completed' ? 'undecided' : null;
}

/** Whether a run is the one whose items are used of its crawl. */
export const standsForCrawl = (run: RunStanding): boolean =>
  run.source === null ? run.replacedBy === null : run.acceptedAt !== null;

/** What `standingOf` tells, for people: "waits for a decision", "accepted", "replaced by run 14". */
export function standingWords(run: RunStanding): string | null {
  const standing = standingOf(run);
  if (standing === 'replaced') return `replaced by run ${run.replacedBy ?? ''}`;
  return standing === 'undecided' ? 'waits for a decision' : standing;
}

/** Where the items of a run come from and whether they are used: "Extracted again from run 12, accepted."; empty where nothing is to be said. */
export function generationWords(run: RunStanding): string {
  const standing = standingWords(run);
  if (run.source !== null)
    return `Extracted again from run ${run.source}${standing === null ? '' : `, ${standing}`}.`;
  return standing === null ? '' : `${standing.slice(0, 1).toUpperCase()}${standing.slice(1)}.`;
}
