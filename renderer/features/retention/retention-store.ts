import { create } from 'zustand';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { RetentionRules } from '../../../shared/contract/types.ts';
import type { RetentionRule } from '../../../shared/retention.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { invalidate } from '../../state/query.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { bytes, counted } from '../../ui/format.ts';

/** What would go by the rules. */
export type Preview = CallValue<'retention.preview'>;
/** A rule, and for what it holds; both null: the workspace. */
export type ScopedRule = RetentionRules['rules'][number];

/** Something that takes a while. */
interface Task {
  readonly title: string;
  readonly operation: string;
  readonly abort: AbortController;
}

interface RetentionStore {
  readonly preview: Preview | null;
  readonly error: CallError | null;
  readonly task: Task | null;
  /** The rule that is edited; null: none is. `isNew`: for what it holds is chosen as well. */
  readonly editing: { readonly rule: ScopedRule; readonly isNew: boolean } | null;
}

/** What would go, what is being done, and what is edited. */
export const useRetention = create<RetentionStore>(() => ({
  preview: null,
  error: null,
  task: null,
  editing: null,
}));

/** Opens or closes the dialog of a rule. */
export const edit = (editing: RetentionStore['editing']) => useRetention.setState({ editing });

function begin(title: string): Task | null {
  if (useRetention.getState().task !== null) return null;
  const task = { title, operation: crypto.randomUUID(), abort: new AbortController() };
  useRetention.setState({ task, error: null });
  return task;
}

/** Finds out what would go. */
export async function readPreview(): Promise<void> {
  const task = begin('Finding out what would go');
  if (task === null) return;
  const { operation, abort } = task;
  const answer = await getClient().call('retention.preview', { operation }, { signal: abort.signal });
  if (answer.ok) useRetention.setState({ task: null, preview: answer.value });
  else
    useRetention.setState({
      task: null,
      error: answer.error.code === 'cancelled' ? null : answer.error,
    });
}

/** Removes what the preview shows, after a question. */
export async function applyRules(preview: Preview): Promise<void> {
  const touched = preview.spiders.flatMap(({ remove, pages, detail }) => [...remove, ...pages, ...detail]);
  const agreed = await confirm({
    title: 'Remove this for good?',
    message: `${bytes(preview.bytes)} become free${preview.runs === 0 ? '' : `; ${counted(preview.runs, 'run')} with ${counted(preview.items, 'item')} go`}. It does not go to the trash and cannot be restored.`,
    confirm: 'Remove',
    danger: true,
  });
  if (!agreed) return;
  const task = begin('Removing');
  if (task === null) return;
  const { operation, abort } = task;
  const only = touched.map(({ run }) => run);
  const done = await act(
    'retention.apply',
    { operation, only },
    { failure: 'Not everything was removed.', signal: abort.signal },
  );
  useRetention.setState({ task: null, preview: null });
  if (done !== null)
    toast.success(`${bytes(done.bytes)} became free`, {
      message: 'Later runs use the room. Storage › Compact gives it back to the disk.',
    });
  await readPreview();
}

/** Sets a rule, or removes it. Nothing goes by this. @param rule null: there is none for it any more */
export async function setRule(
  { project, spider }: Pick<ScopedRule, 'project' | 'spider'>,
  rule: RetentionRule | null,
): Promise<void> {
  const scope = { ...(project === null ? {} : { project }), ...(spider === null ? {} : { spider }) };
  const set = await act('retention.set', { ...scope, rule }, { failure: 'The rule was not changed.' });
  if (set === null) return;
  edit(null);
  invalidate((name) => name === 'retention.rules');
  await readPreview();
}

/** Says whether the rules are applied every night. */
export async function setNightly(nightly: boolean): Promise<void> {
  await act('retention.configure', { nightly }, { failure: 'This was not changed.' });
  invalidate((name) => name === 'retention.rules');
}
