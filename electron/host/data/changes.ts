import type { ChangeEvent } from '../../../shared/contract/types.ts';
import type { OutboxEntry } from '../../store/outbox/outbox-queries.ts';
import type { DataHandlers } from './data-context.ts';

/** Changes in an answer unless another number is asked for. */
const usualLimit = 500;

/** Handlers of the calls about the log of changes. */
export const changeHandlers: DataHandlers<'changes'> = {
  'changes.list': async ({ after, project, kinds, limit = usualLimit }, { workspace }) => {
    const { outbox } = workspace.queries;
    const from = after === undefined ? 0 : Number(after);
    const [newest, oldest] = [await outbox.position(), await outbox.oldest()];
    const { entries, position } = await outbox.after(from, limit);
    const wanted = entries
      .map(changeEvent)
      .filter((change) => project === undefined || change.project === project)
      .filter(({ kind }) => kinds === undefined || kinds.includes(kind));
    const firstKept = oldest ?? newest + 1;
    return {
      changes: wanted,
      next: String(position),
      newest: String(newest),
      gap: after !== undefined && from + 1 < firstKept && from < newest,
    };
  },
};

/** A change as the contract defines it. */
function changeEvent({ position, at, change }: OutboxEntry): ChangeEvent {
  const given: Partial<Record<keyof ChangeEvent, unknown>> = change;
  const text = (key: keyof ChangeEvent): string | null => {
    const value = given[key];
    return typeof value === 'string' ? value : null;
  };
  return {
    id: String(position),
    at: new Date(at).toISOString(),
    kind: change.kind,
    subject: change.subject,
    project: text('project'),
    spider: text('spider'),
    what: text('what'),
    state: change.kind === 'run' || change.kind === 'queue' ? change.state : null,
    cause: text('cause'),
    reason: text('reason'),
    run: text('run'),
    version: change.kind === 'spider' ? change.version : null,
    breaches: change.kind === 'run' ? (change.breaches ?? 0) : 0,
  };
}
