import type { RunSummary } from '../../../shared/contract/types.ts';
import { isOver, shownState } from '../../state/live-runs.ts';
import { counted, duration, timeOfDay } from '../../ui/format.ts';

/** What a person can do with a run. */
export type RunAction = 'pause' | 'resume' | 'stop' | 'exclude' | 'requeue' | 'delete' | 'expect';

const carriedOut = (run: RunSummary) =>
  run.state === 'running' || run.state === 'pausing' || run.state === 'queued';

/** Whether an action makes sense for a run as it stands. */
export function allows(run: RunSummary, action: RunAction): boolean {
  switch (action) {
    case 'pause':
      return (run.state === 'running' || run.state === 'queued') && run.requested === null;
    case 'resume':
      return run.state === 'paused' || run.state === 'interrupted';
    case 'stop':
      return (
        (carriedOut(run) && run.requested !== 'stop') || run.state === 'paused' || run.state === 'interrupted'
      );
    case 'exclude':
      return run.source === null && !isOver(run) && run.requested !== 'stop';
    case 'requeue':
      return !carriedOut(run) && run.counters.failed > 0;
    case 'expect':
      return !carriedOut(run) && run.counters.items > 0;
    case 'delete':
      return !carriedOut(run);
    default:
      return action satisfies never;
  }
}

/** Why a run needs attention: it was interrupted, or has paused itself because of a problem. */
export function needsPerson(run: RunSummary): 'interrupted' | 'blocked' | null {
  if (run.state === 'interrupted') return 'interrupted';
  return run.state === 'paused' && (run.reason ?? '').startsWith('Paused because') ? 'blocked' : null;
}

/** The pending request to pause or stop, in words; null: none. */
export function pendingWords(run: RunSummary): string | null {
  if (run.requested === 'stop') return 'Stopping: requests in flight are dropped';
  if (run.requested === 'pause' || run.state === 'pausing') {
    const { active } = run.counters;
    const left = active === 0 ? '' : ` (${active} in flight)`;
    return `Pausing: requests in flight are finished first${left}`;
  }
  return null;
}

/** That the run waits for the network, and since when; null if it does not wait. */
export function networkWords(run: RunSummary): string | null {
  if (shownState(run) !== 'waiting' || run.waitingSince === null) return null;
  return `Waiting for the network since ${timeOfDay(run.waitingSince)}`;
}

const interruptedWords = 'Its process ended before the run was finished. Nothing stored is lost.';

/** The reason of the state of a run: that of the host, else the meaning of the state. */
export function reasonWords(run: RunSummary): string {
  const pending = pendingWords(run);
  if (pending !== null) return `${pending}.`;
  const network = networkWords(run);
  if (network !== null) return [`${network}.`, run.reason ?? '', 'It resumes automatically.'].join(' ');
  // The host's reason names a process, which means little to users.
  if (run.state === 'interrupted') return interruptedWords;
  if (run.reason !== null && run.reason !== '') return run.reason;
  switch (run.state) {
    case 'queued':
      return 'Starting.';
    case 'running':
      if (run.source !== null) return `Extracting again from the pages of run ${run.source}.`;
      return run.kind === 'test' ? 'Crawling until its limit is reached.' : 'Crawling.';
    case 'pausing':
      return 'Finishing requests in flight.';
    case 'paused':
      return 'Paused on request.';
    case 'completed':
      return 'Finished. No pages left.';
    case 'stopped':
      return 'Stopped before its end.';
    case 'failed':
      return 'The run failed.';
    default:
      return run.state satisfies never;
  }
}

/** What a run has brought, in one sentence without a full stop: "24 items from 33 pages in 12 s; 2 pages failed". */
export function outcomeWords(run: RunSummary): string {
  const { items, done, failed } = run.counters;
  const pages = counted(done, 'page');
  const lost = failed === 0 ? '' : `; ${counted(failed, 'page')} failed`;
  if (done === 0 && failed === 0) return isOver(run) ? 'No page was read' : 'No page has been read yet';
  if (!isOver(run))
    return `${items === 0 ? 'No items' : counted(items, 'item')} so far, from ${pages}${lost}`;
  const came = items === 0 ? 'No items' : counted(items, 'item');
  return `${came} from ${pages} in ${duration(run.activeMs)}${lost}`;
}

/** Whether it is a test or a full run, and how many items a test may take; or from which run items were extracted again. */
export function kindWords(run: RunSummary): string {
  if (run.source !== null) return `Extracted again from run ${run.source}`;
  if (run.kind === 'full') return 'Full';
  return run.options.limit === null ? 'Test' : `Test, ${run.options.limit}`;
}
