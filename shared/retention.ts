/** What is kept of the runs of a spider. null: all. */
export interface RetentionRule {
  /** This many of the newest full runs that completed, and everything since the oldest of them. */
  runs: number | null;
  /** Runs of so many days. With `runs`, a run goes only where both let it go. */
  days: number | null;
  /** The stored pages of this many of the newest full runs that completed, and of everything since. */
  pages: number | null;
  /** The log, and the headers of responses, likewise. */
  detail: number | null;
  /** `keep`: a run stays that was the first or the last to see an item. `forget`: the dataset forgets what only runs that go have seen. */
  dataset: 'keep' | 'forget';
}

/** The rule where nobody has set one. */
export const keepEverything: RetentionRule = {
  runs: null,
  days: null,
  pages: null,
  detail: null,
  dataset: 'keep',
};

/** Why a run that the rule would let go stays. */
export const keptReasons = [
  'under-way',
  'newest',
  'pinned',
  'accepted',
  'source',
  'proof',
  'healing',
  'dataset',
] as const;

/** See `keptReasons`. */
export type KeptReason = (typeof keptReasons)[number];

/** The reasons in words. */
export const keptWords: Readonly<Record<KeptReason, string>> = {
  'under-way': 'has not ended',
  newest: 'is the newest full run that completed',
  pinned: 'is pinned',
  accepted: 'stands for its crawl',
  source: 'is being extracted again',
  proof: 'has pages of a proof',
  healing: 'shows how the data was before',
  dataset: 'was the first or the last to see an item',
};

/** What a plan needs to know of a run. */
export interface RetainableRun {
  id: string;
  /** Orders the runs: the number of the crawl. */
  place: number;
  kind: 'test' | 'full' | 'reextract';
  isCompleted: boolean;
  /** Milliseconds since 1970; null: it has not ended for good. */
  endedAt: number | null;
  hasPages: boolean;
  hasDetail: boolean;
  /** Why it stays whatever the rule says. */
  kept: KeptReason | null;
  /** Whether it was the first or the last to see an item of the dataset. */
  isSeenBy: boolean;
}

/** What goes by a rule, by the ids of runs. */
export interface RetentionPlan {
  remove: string[];
  pages: string[];
  detail: string[];
  /** Runs that would go, or lose their pages, and why they stay as they are. */
  kept: { run: string; why: KeptReason }[];
}

const dayMs = 86_400_000;

/**
 * Decides what goes. The one function for the preview and the deed.
 * @param runs of one spider
 */
export function planRetention(
  rule: RetentionRule,
  runs: readonly RetainableRun[],
  now: number,
): RetentionPlan {
  const plan: RetentionPlan = { remove: [], pages: [], detail: [], kept: [] };
  const isBehind = newestOf(runs);
  const isOld = ({ endedAt }: RetainableRun): boolean =>
    rule.days !== null && endedAt !== null && endedAt < now - rule.days * dayMs;
  const mayGo = (run: RetainableRun): boolean => {
    if (rule.runs === null && rule.days === null) return false;
    return (rule.runs === null || isBehind(run, rule.runs)) && (rule.days === null || isOld(run));
  };
  for (const run of [...runs].sort((a, b) => a.place - b.place)) {
    const goes = mayGo(run);
    const losesPages = rule.pages !== null && run.hasPages && isBehind(run, rule.pages);
    const losesDetail = rule.detail !== null && run.hasDetail && isBehind(run, rule.detail);
    if (!goes && !losesPages && !losesDetail) continue;
    if (run.kept !== null) {
      plan.kept.push({ run: run.id, why: run.kept });
      continue;
    }
    if (goes && (rule.dataset === 'forget' || !run.isSeenBy)) {
      plan.remove.push(run.id);
      continue;
    }
    if (goes) plan.kept.push({ run: run.id, why: 'dataset' });
    if (losesPages) plan.pages.push(run.id);
    if (losesDetail) plan.detail.push(run.id);
  }
  return plan;
}

/** Whether a run is behind the newest so many full runs that completed. */
function newestOf(runs: readonly RetainableRun[]): (run: RetainableRun, newest: number) => boolean {
  const places = runs
    .filter(({ kind, isCompleted }) => kind === 'full' && isCompleted)
    .map(({ place }) => place)
    .sort((a, b) => b - a);
  return ({ place }, newest) => {
    const oldest = places[newest - 1];
    return oldest !== undefined && place < oldest;
  };
}
