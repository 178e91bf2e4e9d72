import type { NoticeSettings } from '../../../../shared/contract/types.ts';
import type { OutboxEntry } from '../../../store/outbox/outbox-queries.ts';
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
      if (what !== 'skipped' || !isOn('skipped', on)) return null;
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
