import type { NoticeSettings } from '../../../../shared/contract/types.ts';
import type { Change } from '../../../store/outbox/change.ts';
import type { OutboxEntry } from '../../../store/outbox/outbox-queries.ts';
import { StoreError } from '../../../store/errors.ts';
import { isHindrance, waitingRun } from '../../../store/schedules/hindrance.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { runOrNull } from '../require-run.ts';
import { isConcluded, judgeRun } from './judge.ts';
import { isOn, type Trouble } from './troubles.ts';

/** A trouble that a change shows. */
export interface ToldTrouble extends Trouble {
  /** Of the change. */
  position: number;
  project: string;
  spider: string;
  run: string | null;
  /** What else is wrong, the worst first. */
  others: Trouble[];
}

/** What a change tells of trouble; null: nothing. */
export async function troubleOf(
  workspace: Pick<Workspace, 'queries'>,
  { position, change }: OutboxEntry,
  on: NoticeSettings['on'],
): Promise<ToldTrouble | null> {
  switch (change.kind) {
    case 'run': {
      const { what, state, cause, reason, runKind } = change;
      if (what !== 'moved' || state === 'deleted' || runKind !== 'full' || !isConcluded(state)) return null;
      const run = await runOrNull(workspace, change.subject);
      if (run === null) return null;
      const [worst, ...others] = (await judgeRun(workspace, { ...run, state, cause, reason }, on)).troubles;
      const { project, spider, id } = run;
      return worst === undefined ? null : { ...worst, others, position, project, spider, run: id };
    }
    case 'queue': {
      const { state, run, project, spider } = change;
      const what = state === 'dead' ? 'dead' : state === 'failed' && run === null ? 'failed' : null;
      if (what === null || !isOn(what, on)) return null;
      const message = change.reason ?? 'No reason was recorded.';
      return { what, message, others: [], position, project, spider, run };
    }
    case 'schedule': {
      const { what, project, spider, reason } = change;
      if (what !== 'skipped' || !isOn('skipped', on) || (await isTold(workspace, change, on))) return null;
      const message = reason ?? 'A moment of its schedule was skipped.';
      return { what, message, others: [], position, project, spider, run: null };
    }
    case 'spider':
    case 'project':
    case 'page':
    case 'trash':
      return null;
    default:
      return change satisfies never;
  }
}

/** Whether a skipped moment is nothing new: the run that hinders it was told, or it has hindered the moment before, too. */
async function isTold(
  workspace: Pick<Workspace, 'queries'>,
  { subject, dueAt, reason }: Extract<Change, { kind: 'schedule' }>,
  on: NoticeSettings['on'],
): Promise<boolean> {
  if (reason === null || !isHindrance(reason)) return false;
  const waiting = waitingRun(reason);
  const run = waiting === null ? null : await runOrNull(workspace, waiting);
  if (run !== null && (await judgeRun(workspace, run, on)).troubles.length > 0) return true;
  return reason === (await reasonBefore(workspace, subject, dueAt));
}

/** Why the moment before was skipped; null: it was not, or the schedule is gone. */
async function reasonBefore(
  { queries }: Pick<Workspace, 'queries'>,
  schedule: string,
  dueAt: number | null,
): Promise<string | null> {
  try {
    const [before] = await queries.schedules.ticks(schedule, { before: dueAt, limit: 1 });
    return before?.reason ?? null;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not-found') return null;
    throw error;
  }
}
