import {
  ChoiceError,
  choiceOfCron,
  cronOfChoice,
  readChoice,
  type ScheduleRhythm,
} from '../../../shared/schedules/choices.ts';
import { CronError, readCron } from '../../../shared/schedules/cron.ts';
import { clockText } from '../../../shared/schedules/civil.ts';
import { weekdays } from '../../../shared/schedules/words.ts';

/** When a schedule is due, while it is being typed. */
export interface ScheduleDraft {
  /** A plain choice, or a cron expression. */
  readonly rhythm: ScheduleRhythm | 'cron';
  /** "02:30", as typed. */
  readonly at: string;
  /** Of every hour: the minute, as typed. */
  readonly minute: string;
  /** Of a week: a weekday as `readChoice` takes it. */
  readonly weekday: string;
  /** Of a month: from "1" to "28", or "last". */
  readonly day: string;
  /** As typed. */
  readonly cron: string;
}

/** What a new schedule begins with. */
export const firstDraft: ScheduleDraft = {
  rhythm: 'day',
  at: '02:30',
  minute: '0',
  weekday: 'monday',
  day: '1',
  cron: '30 2 * * *',
};

/** How often, in the order in which it is offered. */
export const rhythms: readonly { readonly value: ScheduleDraft['rhythm']; readonly label: string }[] = [
  { value: 'hour', label: 'Every hour' },
  { value: 'day', label: 'Every day' },
  { value: 'weekday', label: 'Every weekday, Monday to Friday' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
  { value: 'cron', label: 'By a cron expression' },
];

/** The days of a week from Monday, as a draft has them. */
export const weekdayOptions = [...weekdays.slice(1), ...weekdays.slice(0, 1)].map((name) => ({
  value: name.toLowerCase(),
  label: name,
}));

/** The days that every month has. */
export const dayOptions = [
  ...Array.from({ length: 28 }, (_, index) => ({ value: String(index + 1), label: `day ${index + 1}` })),
  { value: 'last', label: 'the last day' },
];

/** The draft that stands for a cron expression: a plain choice where one has its meaning. */
export function draftOf(cron: string): ScheduleDraft {
  const choice = choiceOf(cron);
  if (choice === null) return { ...firstDraft, rhythm: 'cron', cron };
  const { every, hour, minute, on } = choice;
  return {
    ...firstDraft,
    cron,
    rhythm: every,
    ...(every === 'hour' ? { minute: String(minute) } : { at: clockText(hour, minute) }),
    ...(every === 'week' && typeof on === 'number' ? { weekday: (weekdays[on] ?? '').toLowerCase() } : {}),
    ...(every === 'month' && on !== null ? { day: String(on) } : {}),
  };
}

function choiceOf(cron: string) {
  try {
    return choiceOfCron(readCron(cron));
  } catch (error) {
    if (error instanceof CronError) return null;
    throw error;
  }
}

/** What a draft comes to. */
export type DraftCron =
  | { readonly cron: string; readonly error: null }
  /** The field that is wrong, and what is wrong with it. */
  | { readonly cron: null; readonly field: 'at' | 'cron'; readonly error: string };

/** The cron expression of a draft, or what is wrong with what was typed. */
export function cronOf(draft: ScheduleDraft): DraftCron {
  const { rhythm } = draft;
  try {
    if (rhythm === 'cron') return { cron: readCron(draft.cron).text, error: null };
    const at = rhythm === 'hour' ? draft.minute : draft.at;
    const on = rhythm === 'week' ? draft.weekday : rhythm === 'month' ? draft.day : null;
    return { cron: cronOfChoice(readChoice(rhythm, at.trim(), on)), error: null };
  } catch (error) {
    if (error instanceof CronError || error instanceof ChoiceError) {
      const field = error instanceof CronError ? 'cron' : 'at';
      return { cron: null, field, error: `${error.message} ${error.hint}` };
    }
    throw error;
  }
}

/** A draft of another rhythm; a cron expression begins with what was chosen before it, where that can be read. */
export function withRhythm(draft: ScheduleDraft, rhythm: ScheduleDraft['rhythm']): ScheduleDraft {
  const { cron } = cronOf(draft);
  return { ...draft, rhythm, ...(rhythm === 'cron' && cron !== null ? { cron } : {}) };
}
