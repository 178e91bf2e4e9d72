import { create } from 'zustand';
import { act } from '../../state/act.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import { href, navigate } from '../../navigation/router.ts';
import { callOptions } from '../../run-options/call-options.ts';
import { reportWarnings } from './run-actions.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { rememberChoice, rememberedChoice, type StartChoice } from '../../run-options/start-memory.ts';

interface StartDialogState {
  /** Open, with what it begins with; null: closed. */
  open: {
    readonly spider: SpiderName | null;
    readonly preset: Partial<StartChoice>;
    /** Whether it is to be queued, unless a person decides otherwise. */
    readonly queues: boolean;
  } | null;
}

/** Whether the start dialog is open, and for which spider. */
export const useStartDialog = create<StartDialogState>(() => ({ open: null }));

/** Opens the dialog. Without a spider it asks for one; `preset` overrides the previous choices. */
export const openStart = (spider: SpiderName | null, preset: Partial<StartChoice> = {}) =>
  useStartDialog.setState({ open: { spider, preset, queues: false } });

/** Opens the dialog likewise, to queue the run. */
export const openQueue = (spider: SpiderName | null, preset: Partial<StartChoice> = {}) =>
  useStartDialog.setState({ open: { spider, preset, queues: true } });

/** Closes the start dialog. */
export const closeStart = () => useStartDialog.setState({ open: null });

/** Starts a run, remembers the choice, and shows the run. @param handle may handle errors @returns whether it was started */
export async function startRun(
  { project, spider }: SpiderName,
  choice: StartChoice,
  handle?: (error: CallError) => boolean,
): Promise<boolean> {
  const answer = await act(
    'runs.start',
    { project, spider, ...callOptions(choice) },
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

/**
 * Queues a run, and remembers the choice. @param priority higher ones begin first; 0 is usual
 * @param handle may handle errors @returns whether it was queued
 */
export async function queueRun(
  { project, spider }: SpiderName,
  choice: StartChoice,
  { priority = 0, handle }: { priority?: number; handle?: (error: CallError) => boolean } = {},
): Promise<boolean> {
  const entry = await act(
    'queue.add',
    { project, spider, priority, ...callOptions(choice) },
    { failure: `No run of ${spider} was queued.`, ...(handle === undefined ? {} : { handle }) },
  );
  if (entry === null) return false;
  rememberChoice(project, spider, choice);
  toast.success(`A run of ${spider} is in the queue`, {
    actions: [{ label: 'Show the queue', run: () => navigate(href(['queue'], { entry: entry.id })) }],
  });
  return true;
}

/** Queues a full run with the previous choices, without the dialog unless arguments need a value. */
export const queueFull = (target: SpiderName) =>
  queueRun(
    target,
    { ...rememberedChoice(target.project, target.spider), kind: 'full' },
    {
      handle({ code }) {
        if (code !== 'bad-run-args') return false;
        openQueue(target, { kind: 'full' });
        return true;
      },
    },
  );
