import { standingOf, standingWords, type RunStanding } from '../../shared/run-words.ts';
import { Badge } from './badge.tsx';

const looks = {
  accepted: { tone: 'success', title: 'Its items are used in place of those of its source.' },
  undecided: { tone: 'info', title: 'The items of its source are used until this run is accepted.' },
  replaced: { tone: 'neutral', title: 'The items were extracted again, and those are used.' },
} as const;

/** Whether the items of a run are used, where they were extracted again; else nothing. */
export function StandingBadge({ run }: { run: RunStanding }) {
  const standing = standingOf(run);
  if (standing === null) return null;
  return <Badge {...looks[standing]}>{standingWords(run)}</Badge>;
}
