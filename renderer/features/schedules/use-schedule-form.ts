import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { Schedule } from '../../../shared/contract/types.ts';
import { callOptions, choiceOf } from '../../run-options/call-options.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { rememberedChoice } from '../../run-options/start-memory.ts';
import { useRunOptions, type RunOptionsState } from '../../run-options/use-run-options.ts';
import { act } from '../../state/act.ts';
import { toast } from '../../state/toasts.ts';
import { clockTime } from '../../ui/format.ts';
import { closeDialog, schedulesChanged } from './schedules-store.ts';
import { useTimeFields, type TimeFieldsState } from './use-time-fields.ts';

/** A schedule while it is being chosen. */
interface ScheduleFormState {
  readonly time: TimeFieldsState;
  readonly options: RunOptionsState;
  readonly wrong: boolean;
  readonly busy: boolean;
  readonly submit: () => Promise<void>;
}

/** Keeps a schedule while it is being chosen. @param schedule the one to change; null: a new one */
export function useScheduleForm(target: SpiderName, schedule: Schedule | null): ScheduleFormState {
  const [refused, setRefused] = useState<CallError | null>(null);
  const forget = () => setRefused(null);
  const time = useTimeFields(schedule, refused, forget);
  const [busy, setBusy] = useState(false);
  const options = useRunOptions(target, () => firstChoice(target, schedule), forget);
  const wrong = time.given === null || options.wrong;
  const submit = async () => {
    if (time.given === null || options.wrong || busy) return;
    setBusy(true);
    setRefused(null);
    const { given } = options;
    const saved = await saveSchedule(
      target,
      schedule,
      {
        ...time.given,
        ...callOptions(given),
        args: { ...given.args },
        ...(schedule === null ? {} : changedWorkers(options)),
      },
      setRefused,
    );
    setBusy(false);
    if (saved) closeDialog();
  };
  return { time, options, wrong, busy, submit };
}

/** The number of processes, which one that is left out would not change. */
const changedWorkers = ({ workers, given }: RunOptionsState) =>
  workers === null ? {} : { workers: given.workers };

/** What the runs of a schedule do at first: full runs, as the spider says. */
const firstChoice = ({ project, spider }: SpiderName, schedule: Schedule | null) => ({
  kind: 'full' as const,
  limit: 10,
  overrides: [],
  args: {},
  allowPrivate: rememberedChoice(project, spider).allowPrivate,
  workers: 1,
  ...(schedule === null ? {} : choiceOf(schedule)),
});

type Saved = Parameters<typeof act<'schedules.update'>>[1];

/** Adds or changes a schedule, and tells when it is due next. @returns whether it was saved */
async function saveSchedule(
  { project, spider }: SpiderName,
  schedule: Schedule | null,
  given: Omit<Saved, 'schedule' | 'cron'> & { cron: string },
  onRefused: (error: CallError) => void,
): Promise<boolean> {
  const handle = (error: CallError) => {
    onRefused(error);
    return true;
  };
  const answer =
    schedule === null
      ? await act('schedules.add', { project, spider, ...given }, { handle })
      : await act('schedules.update', { schedule: schedule.id, ...given }, { handle });
  if (answer === null) return false;
  schedulesChanged();
  const [next] = answer.next;
  toast.success(schedule === null ? `${spider} has a schedule` : `The schedule of ${spider} was changed`, {
    message: next === undefined ? answer.words : `${answer.words}, next at ${clockTime(next)}.`,
  });
  return true;
}
