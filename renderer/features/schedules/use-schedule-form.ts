import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { Schedule, ScheduleMoment } from '../../../shared/contract/types.ts';
import { priorityWords, readPriority } from '../../../shared/queue-priority.ts';
import { callOptions, choiceOf } from '../../run-options/call-options.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { rememberedChoice } from '../../run-options/start-memory.ts';
import { useRunOptions, type RunOptionsState } from '../../run-options/use-run-options.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { useSettled } from '../../state/use-settled.ts';
import { clockTime } from '../../ui/format.ts';
import { errorWords, ownZone } from './moments.tsx';
import { cronOf, draftOf, firstDraft, type ScheduleDraft } from './schedule-draft.ts';
import { closeDialog, schedulesChanged } from './schedules-store.ts';

/** Typing rests for so long, in milliseconds, before the next moments are asked for. */
const restMs = 150;

/** A field of the form, as it is typed. */
export interface FormField<V> {
  readonly value: V;
  readonly change: (value: V) => void;
  /** What is wrong with it; null: nothing. */
  readonly error: string | null;
}

/** A schedule while it is being chosen. */
interface ScheduleFormState {
  readonly draft: FormField<ScheduleDraft>;
  readonly zone: FormField<string>;
  readonly missed: FormField<Schedule['missed']>;
  readonly priority: FormField<string>;
  readonly options: RunOptionsState;
  readonly preview: Preview;
  /** Whether it has moments that can be shown. */
  readonly readable: boolean;
  /** Why the host refused it, where no field shows that. */
  readonly refused: CallError | null;
  readonly wrong: boolean;
  readonly busy: boolean;
  readonly submit: () => Promise<void>;
}

/** Keeps a schedule while it is being chosen. @param schedule the one to change; null: a new one */
export function useScheduleForm(target: SpiderName, schedule: Schedule | null): ScheduleFormState {
  const [refused, setRefused] = useState<CallError | null>(null);
  const forget = () => setRefused(null);
  const draft = useField(schedule === null ? firstDraft : draftOf(schedule.cron), forget);
  const zone = useField(schedule?.zone ?? ownZone, forget);
  const missed = useField<Schedule['missed']>(schedule?.missed ?? 'once', forget);
  const priority = useField(String(schedule?.priority ?? 0), forget);
  const [busy, setBusy] = useState(false);
  const options = useRunOptions(target, () => firstChoice(target, schedule), forget);
  const read = cronOf(draft.value);
  const shownZone = zone.value.trim();
  const asked = useSettled(read.cron === null ? null : JSON.stringify([read.cron, shownZone]), restMs);
  const preview = usePreview(asked);
  const errors = [refused, preview.error];
  const draftError = read.error ?? errorOf('bad-cron', errors);
  const zoneError = shownZone === '' ? 'A schedule needs a time zone.' : errorOf('unknown-zone', errors);
  const priorityError = readPriority(priority.value) === null ? `A ${priorityWords}.` : null;
  const wrong = [draftError, zoneError, priorityError].some((error) => error !== null) || options.wrong;
  const submit = async () => {
    if (wrong || busy || read.cron === null) return;
    setBusy(true);
    setRefused(null);
    const { given } = options;
    const saved = await saveSchedule(
      target,
      schedule,
      {
        cron: read.cron,
        zone: shownZone,
        missed: missed.value,
        priority: Number(priority.value),
        ...callOptions(given),
        args: { ...given.args },
      },
      setRefused,
    );
    setBusy(false);
    if (saved) closeDialog();
  };
  return {
    draft: { ...draft, error: draftError },
    zone: { ...zone, error: zoneError },
    missed: { ...missed, error: null },
    priority: { ...priority, error: priorityError },
    options,
    preview,
    readable: draftError === null && zoneError === null,
    refused:
      refused !== null && errorOf('bad-cron', [refused]) === null && zoneError === null ? refused : null,
    wrong,
    busy,
    submit,
  };
}

/** A value that is typed; every change is told, too. */
function useField<V>(first: V, onChange: () => void): Omit<FormField<V>, 'error'> {
  const [value, setValue] = useState(first);
  return {
    value,
    change(next) {
      setValue(next);
      onChange();
    },
  };
}

/** What the runs of a schedule do at first: full runs, as the spider says. */
const firstChoice = ({ project, spider }: SpiderName, schedule: Schedule | null) => ({
  kind: 'full' as const,
  limit: 10,
  overrides: [],
  args: {},
  allowPrivate: rememberedChoice(project, spider).allowPrivate,
  ...(schedule === null ? {} : choiceOf(schedule)),
});

/** What is told of an error of this kind; null: there is none. */
function errorOf(code: CallError['code'], errors: readonly (CallError | null)[]): string | null {
  const found = errors.find((error) => error?.code === code) ?? null;
  return found === null ? null : errorWords(found);
}

/** The next moments of a schedule as the host finds them. */
interface Preview {
  /** Null: not known yet. */
  readonly next: readonly ScheduleMoment[] | null;
  readonly words: string | null;
  readonly zone: string | null;
  readonly error: CallError | null;
}

/** @param asked an expression and a zone as JSON; null: there is nothing to ask */
function usePreview(asked: string | null): Preview {
  const pair: unknown = asked === null ? null : JSON.parse(asked);
  const [cron = '', zone = ''] = Array.isArray(pair) ? pair.map(String) : [];
  const { value, error } = useCall('schedules.preview', cron === '' || zone === '' ? null : { cron, zone });
  return { next: value?.next ?? null, words: value?.words ?? null, zone: value?.zone ?? null, error };
}

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
