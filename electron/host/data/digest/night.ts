import type { NoticeSettings } from '../../../../shared/contract/types.ts';
import { troubleKinds } from '../../../../shared/trouble-kinds.ts';
import type { Change } from '../../../store/outbox/change.ts';
import type { OutboxEntry } from '../../../store/outbox/outbox-queries.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { waitingRun } from '../../../store/schedules/hindrance.ts';
import { expiredLoginOf } from '../expired-login.ts';
import { runOrNull } from '../require-run.ts';
import { isConcluded, judgeRun, type Verdict } from './judge.ts';
import { isOn, worstFirst, type Trouble } from './troubles.ts';

/** A stretch of time, in milliseconds since 1970: after `from`, up to and with `until`. */
export interface Stretch {
  from: number;
  until: number;
}

/** A spider with trouble. */
export interface TroubledSpider {
  project: string;
  spider: string;
  /** The run that was judged; null: there was none. */
  run: string | null;
  /** The worst first. */
  troubles: [Trouble, ...Trouble[]];
  /** When the trouble began, in milliseconds since 1970. */
  since: number | null;
  /** The login that the run waits for; null: it waits for none. */
  login: string | null;
}

/** What happened in a stretch of time. */
export interface Night extends Stretch {
  counts: { spiders: number; runs: number; completed: number; withTrouble: number; items: number };
  /** Each spider once, by how bad it is, project and name. */
  spiders: TroubledSpider[];
}

type Of<K extends Change['kind']> = Extract<Change, { kind: K }>;
interface Latest<K extends Change['kind']> {
  at: number;
  position: number;
  change: Of<K>;
}

/**
 * What happened in a stretch of time, by the outbox: so a run counts when it ended or paused, and as it was at the end of the
 * stretch. A spider is judged by its newest full run; what a run of the same stretch has mended is no trouble any more.
 * @param project only this one; null: all
 */
export async function lookBack(
  workspace: Pick<Workspace, 'queries'>,
  { from, until }: Stretch,
  { project, on }: { project: string | null; on: NoticeSettings['on'] },
): Promise<Night> {
  const entries = (await workspace.queries.outbox.between(from, until)).filter(
    ({ change }) => project === null || ('project' in change && change.project === project),
  );
  const night = new NightBook(on);
  const concluded = await concludedRuns(
    workspace,
    latestOf(entries, 'run', ({ what }) => what !== 'asked'),
  );
  for (const { run } of concluded) night.count(run);
  for (const { run, at, position } of newestOfSpiders(concluded))
    night.judge(await judgeRun(workspace, run, on), { at, position });
  for (const entry of latestOf(entries, 'queue')) night.giveUp(entry);
  for (const { at, position, change } of entries) {
    if (change.kind !== 'schedule') continue;
    const waiting = await waitingVerdict(workspace, change, on);
    if (waiting === null) night.skip(change, at);
    else night.stillWaits(waiting, { change, at, position });
  }
  const { counts, spiders } = night.close();
  return { from, until, counts, spiders: await withLogins(workspace, spiders) };
}

/** What is wrong with the run that hinders a moment because it waits for a person; null: that is not why. */
async function waitingVerdict(
  workspace: Pick<Workspace, 'queries'>,
  { what, reason }: Of<'schedule'>,
  on: NoticeSettings['on'],
): Promise<Verdict | null> {
  const waiting = what === 'skipped' ? waitingRun(reason) : null;
  const run = waiting === null ? null : await runOrNull(workspace, waiting);
  const verdict = run?.state === 'paused' ? await judgeRun(workspace, run, on) : null;
  return verdict === null || verdict.troubles.length === 0 ? null : verdict;
}

/** Adds the logins that runs wait for. */
function withLogins(
  workspace: Pick<Workspace, 'queries'>,
  spiders: readonly Omit<TroubledSpider, 'login'>[],
): Promise<TroubledSpider[]> {
  const waits = { state: 'paused', cause: 'login-expired' } as const;
  return Promise.all(
    spiders.map(async (spider) => {
      const { run, troubles } = spider;
      const waiting = run !== null && troubles[0].what === 'login-expired' ? run : null;
      const login = waiting === null ? null : await expiredLoginOf(workspace, { id: waiting, ...waits });
      return { ...spider, login: login?.name ?? null };
    }),
  );
}

/** The last change of each subject of a kind, in order. */
function latestOf<K extends Change['kind']>(
  entries: readonly OutboxEntry[],
  kind: K,
  counts: (change: Of<K>) => boolean = () => true,
): Latest<K>[] {
  const latest = new Map<string, Latest<K>>();
  const isOfKind = (change: Change): change is Of<K> => change.kind === kind;
  for (const { at, position, change } of entries) {
    if (!isOfKind(change) || !counts(change)) continue;
    latest.delete(change.subject);
    latest.set(change.subject, { at, position, change });
  }
  return [...latest.values()];
}

interface ConcludedRun {
  run: RunRow;
  at: number;
  position: number;
}

/** The full runs that had ended or paused at the end of the stretch and are still there, as they were then. */
async function concludedRuns(
  workspace: Pick<Workspace, 'queries'>,
  latest: readonly Latest<'run'>[],
): Promise<ConcludedRun[]> {
  const found: ConcludedRun[] = [];
  for (const { at, position, change } of latest) {
    const { subject, state, cause, reason, runKind } = change;
    if (runKind !== 'full' || state === 'deleted' || !isConcluded(state)) continue;
    const run = await runOrNull(workspace, subject);
    if (run !== null) found.push({ run: { ...run, state, cause, reason }, at, position });
  }
  return found;
}

function newestOfSpiders(runs: readonly ConcludedRun[]): ConcludedRun[] {
  const newest = new Map<string, ConcludedRun>();
  for (const one of runs) {
    const key = keyOf(one.run);
    const known = newest.get(key);
    if (known === undefined || Number(known.run.id) < Number(one.run.id)) newest.set(key, one);
  }
  return [...newest.values()];
}

const keyOf = ({ project, spider }: { project: string; spider: string }): string => `${project}/${spider}`;

interface Noted {
  project: string;
  spider: string;
  run: string | null;
  troubles: Trouble[];
  since: number | null;
}

/** Collects what is known of each spider. */
class NightBook {
  readonly #on: NoticeSettings['on'];
  readonly #spiders = new Map<string, Noted>();
  /** The position at which the judged run of a spider without trouble ended. */
  readonly #wellAt = new Map<string, number>();
  readonly #counts = { runs: 0, completed: 0, items: 0 };

  constructor(on: NoticeSettings['on']) {
    this.#on = on;
  }

  count(run: RunRow): void {
    this.#note(run);
    this.#counts.runs += 1;
    this.#counts.completed += run.state === 'completed' ? 1 : 0;
    this.#counts.items += run.counters.items;
  }

  judge({ run, troubles, since }: Verdict, { position }: { at: number; position: number }): void {
    const noted = this.#note(run);
    noted.run = run.id;
    noted.troubles.push(...troubles);
    if (troubles.length === 0) this.#wellAt.set(keyOf(run), position);
    else noted.since = since === null ? null : Date.parse(since.startedAt ?? since.createdAt);
  }

  /** An entry of the queue that was given up, unless a run has gone well after it. */
  giveUp({ at, position, change }: Latest<'queue'>): void {
    const { state, reason, run, attempts } = change;
    // What failed with a run is judged by the run.
    const what = state === 'dead' ? 'dead' : state === 'failed' && run === null ? 'failed' : null;
    if (what === null || !isOn(what, this.#on) || position < (this.#wellAt.get(keyOf(change)) ?? 0)) return;
    const noted = this.#note(change);
    const why = reason ?? 'No reason was recorded.';
    noted.troubles.push({
      what,
      message: what === 'dead' ? `Given up after attempt ${attempts}. ${why}` : why,
    });
    noted.run ??= run;
    noted.since ??= at;
  }

  skip(change: Of<'schedule'>, at: number): void {
    if (change.what !== 'skipped' || !isOn('skipped', this.#on)) return;
    const noted = this.#note(change);
    noted.troubles.push({
      what: 'skipped',
      message: change.reason ?? 'A moment of its schedule was skipped.',
    });
    noted.since ??= change.dueAt ?? at;
  }

  /** A moment that was skipped because a run waits for a person, which may have paused itself before the stretch. */
  stillWaits(
    verdict: Verdict,
    { change, at, position }: { change: Of<'schedule'>; at: number; position: number },
  ): void {
    const { run } = this.#note(change);
    if (run === null) this.judge(verdict, { at, position });
    else if (run !== verdict.run.id) this.skip(change, at);
  }

  close(): { counts: Night['counts']; spiders: Omit<TroubledSpider, 'login'>[] } {
    const spiders = [...this.#spiders.values()].flatMap(({ troubles, ...spider }) => {
      const [worst, ...others] = worstFirst(troubles);
      if (worst === undefined) return [];
      return [{ ...spider, troubles: [worst, ...others] satisfies [Trouble, ...Trouble[]] }];
    });
    spiders.sort(
      (a, b) =>
        troubleKinds.indexOf(a.troubles[0].what) - troubleKinds.indexOf(b.troubles[0].what) ||
        (keyOf(a) < keyOf(b) ? -1 : 1),
    );
    const counts = { ...this.#counts, spiders: this.#spiders.size, withTrouble: spiders.length };
    return { counts, spiders };
  }

  #note({ project, spider }: { project: string; spider: string }): Noted {
    const key = keyOf({ project, spider });
    const noted = this.#spiders.get(key) ?? { project, spider, run: null, troubles: [], since: null };
    this.#spiders.set(key, noted);
    return noted;
  }
}
