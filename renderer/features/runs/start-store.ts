import { create } from 'zustand';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { invalidate } from '../../state/query.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import { navigate } from '../../navigation/router.ts';
import { overridesOf, overridesRecord } from './overrides.ts';
import { reportWarnings } from './run-actions.ts';
import type { SpiderName } from './run-focus.ts';
import { rememberChoice, rememberedChoice, type StartChoice } from './start-memory.ts';

interface StartDialogState {
  /** Open, with what it begins with; null: closed. */
  open: { readonly spider: SpiderName | null; readonly preset: Partial<StartChoice> } | null;
}

/** Whether the start dialog is open, and for which spider. */
export const useStartDialog = create<StartDialogState>(() => ({ open: null }));

/** Opens the dialog. Without a spider it asks for one; `preset` overrides the previous choices. */
export const openStart = (spider: SpiderName | null, preset: Partial<StartChoice> = {}) =>
  useStartDialog.setState({ open: { spider, preset } });

/** Closes the start dialog. */
export const closeStart = () => useStartDialog.setState({ open: null });

/** Starts a run, remembers the choice, and shows the run. @param handle may handle errors @returns whether it was started */
export async function startRun(
  { project, spider }: SpiderName,
  choice: StartChoice,
  handle?: (error: CallError) => boolean,
): Promise<boolean> {
  const { kind, limit, overrides, args, allowPrivate } = choice;
  const answer = await act(
    'runs.start',
    {
      project,
      spider,
      limit: kind === 'test' ? limit : null,
      overrides: overridesRecord(overrides),
      ...(Object.keys(args).length === 0 ? {} : { args: { ...args } }),
      allowPrivate,
    },
    { failure: `No run of ${spider} was started.`, ...(handle === undefined ? {} : { handle }) },
  );
  if (answer === null) return false;
  rememberChoice(project, spider, choice);
  invalidate((name) => name === 'runs.list' || name === 'spiders.list');
  reportWarnings(answer.problems.length, answer.problems[0]?.message ?? '');
  navigate(['run', answer.run.id]);
  return true;
}

const startAtOnce = (kind: StartChoice['kind']) => (target: SpiderName) =>
  startRun(target, { ...rememberedChoice(target.project, target.spider), kind }, ({ code }) => {
    if (code !== 'bad-run-args') return false;
    openStart(target, { kind });
    return true;
  });

/** Starts a test run with the previous choices, without the dialog unless arguments need a value. */
export const startTest = startAtOnce('test');

/** Starts a full run likewise. */
export const startFull = startAtOnce('full');

/** What a run was started with. */
export const choiceOf = ({ options }: RunSummary): Partial<StartChoice> => ({
  kind: options.limit === null ? 'full' : 'test',
  ...(options.limit === null ? {} : { limit: options.limit }),
  overrides: overridesOf(options.overrides),
  args: options.args,
  allowPrivate: options.allowPrivate,
});
