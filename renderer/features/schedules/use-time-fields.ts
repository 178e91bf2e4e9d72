import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { Schedule, ScheduleMoment } from '../../../shared/contract/types.ts';
import { priorityWords, readPriority } from '../../../shared/queue-priority.ts';
import { useCall } from '../../state/query.ts';
import { useSettled } from '../../state/use-settled.ts';
import { errorWords, ownZone } from './moments.tsx';
import { cronOf, draftOf, firstDraft, type ScheduleDraft } from './schedule-draft.ts';

/** Typing rests for so long, in milliseconds, before the next moments are asked for. */
const restMs = 150;

/** A field of the form, as it is typed. */
export interface FormField<V> {
  readonly value: V;
  readonly change: (value: V) => void;
  /** What is wrong with it; null: nothing. */
  readonly error: string | null;
}

/** When a schedule is due, and what is done about its moments, while it is being chosen. */
export interface TimeFieldsState {
  readonly draft: FormField<ScheduleDraft>;
  readonly zone: FormField<string>;
  readonly missed: FormField<Schedule['missed']>;
  readonly priority: FormField<string>;
  readonly preview: Preview;
  /** Whether it has moments that can be shown. */
  readonly readable: boolean;
  /** Why the host refused it, where no field shows that. */
  readonly refused: CallError | null;
  /** What was chosen, as calls take it; null: something is wrong. */
  readonly given: {
    readonly cron: string;
    readonly zone: string;
    readonly missed: Schedule['missed'];
    readonly priority: number;
  } | null;
}

/**
 * Keeps when a schedule is due while it is being chosen.
 * @param schedule the one to change; null: a new one
 * @param refused why the host refused it last; null: it did not
 * @param forget hears of every change
 */
export function useTimeFields(
  schedule: Schedule | null,
  refused: CallError | null,
  forget: () => void,
): TimeFieldsState {
  const draft = useField(schedule === null ? firstDraft : draftOf(schedule.cron), forget);
  const zone = useField(schedule?.zone ?? ownZone, forget);
  const missed = useField<Schedule['missed']>(schedule?.missed ?? 'once', forget);
  const priority = useField(String(schedule?.priority ?? 0), forget);
  const read = cronOf(draft.value);
  const shownZone = zone.value.trim();
  const asked = useSettled(read.cron === null ? null : JSON.stringify([read.cron, shownZone]), restMs);
  const preview = usePreview(asked);
  const errors = [refused, preview.error];
  const draftError = read.error ?? errorOf('bad-cron', errors);
  const zoneError = shownZone === '' ? 'A schedule needs a time zone.' : errorOf('unknown-zone', errors);
  const priorityError = readPriority(priority.value) === null ? `A ${priorityWords}.` : null;
  const wrong = [draftError, zoneError, priorityError].some((error) => error !== null);
  return {
    draft: { ...draft, error: draftError },
    zone: { ...zone, error: zoneError },
    missed: { ...missed, error: null },
    priority: { ...priority, error: priorityError },
    preview,
    readable: draftError === null && zoneError === null,
    refused:
      refused !== null && errorOf('bad-cron', [refused]) === null && zoneError === null ? refused : null,
    given:
      wrong || read.cron === null
        ? null
        : { cron: read.cron, zone: shownZone, missed: missed.value, priority: Number(priority.value) },
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
