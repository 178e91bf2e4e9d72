import type { CrawlDependencies, EngineSettings } from './crawl-dependencies.ts';
import { CrawlLoop } from './crawl-loop.ts';
import type { CrawlEnd } from './limits.ts';
import type { Ledger, NewRequest } from './ports/ledger.ts';
import type { RunShare } from './ports/run-share.ts';
import { SharePart } from './share-part.ts';
import { TrapWatch } from './trap-watch.ts';

/** How a session of a shared run ended: with the run, or while others go on with it. `reason` is a sentence. */
export type ShareEnd =
  { kind: 'run'; end: CrawlEnd; leads: boolean } | { kind: 'left'; reason: string | null };

/**
 * Runs one session of a crawl that several sessions carry out together (`ports/run-share.ts`), until the run has ended or the
 * session is to leave. Everything that it has begun is then in the ledger; if it leads, all that others have begun, too, and it
 * leads on until the caller, who records the end of the run, calls `RunShare.leave`.
 *
 * Rejects if the ledger or the share does.
 */
export async function crawlShare(
  seeds: readonly NewRequest[],
  settings: EngineSettings,
  deps: CrawlDependencies & { share: RunShare },
): Promise<ShareEnd> {
  const { ledger, clock, share } = deps;
  const part = new SharePart(share, settings, clock);
  const itemsOfRun = async (): Promise<number> => (await share.counted()).items;
  const traps = await TrapWatch.open(settings, keptByLead(ledger, share), clock, itemsOfRun);
  const waiting = { suspects: [], origins: [] };
  const process = part.processing((input) => deps.process(input));
  const running = new CrawlLoop(
    settings,
    { ...deps, process },
    { seeds, limits: part.limits, traps, waiting, part },
  );
  await part.open();
  const end = await running.run();
  if (part.isLeaving) {
    const last = await part.leave();
    if (last === null) return { kind: 'left', reason: end.kind === 'stuck' ? end.reason : null };
    return { kind: 'run', end: last, leads: true };
  }
  if (share.leads) await share.othersLeft();
  else await share.leave(null);
  return { kind: 'run', end, leads: share.leads };
}

/** What traps keep of a run is that of its lead, and what ends the run is told once. */
function keptByLead(
  ledger: Ledger,
  share: Pick<RunShare, 'leads'>,
): Pick<Ledger, 'barrenPages' | 'keepBarrenPages' | 'record'> {
  return {
    barrenPages: () => ledger.barrenPages(),
    keepBarrenPages: async (state) => (share.leads ? ledger.keepBarrenPages(state) : undefined),
    record: (events) => ledger.record(share.leads ? events : events.filter(({ kind }) => kind !== 'trapped')),
  };
}
