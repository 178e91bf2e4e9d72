import { Field, Input, Select } from '../../ui/field.tsx';
import { dayOptions, rhythms, weekdayOptions, withRhythm, type ScheduleDraft } from './schedule-draft.ts';

interface WhenFieldsProps {
  draft: ScheduleDraft;
  onChange: (draft: ScheduleDraft) => void;
  /** What is wrong with the time or the expression; null: nothing. */
  error: string | null;
  /** The expression in words; null: not known yet. */
  words: string | null;
}

/** When a schedule is due: plain choices, or a cron expression. */
export function WhenFields({ draft, onChange, error, words }: WhenFieldsProps) {
  const { rhythm } = draft;
  const change = (next: Partial<ScheduleDraft>) => onChange({ ...draft, ...next });
  return (
    <div className="schedules-when">
      <Field label="How often">
        {(ids) => (
          <Select
            {...ids}
            autoFocus
            value={rhythm}
            options={rhythms}
            onChange={(next) => onChange(withRhythm(draft, next))}
          />
        )}
      </Field>
      {rhythm === 'week' && (
        <Field label="On">
          {(ids) => (
            <Select
              {...ids}
              value={draft.weekday}
              options={weekdayOptions}
              onChange={(weekday) => change({ weekday })}
            />
          )}
        </Field>
      )}
      {rhythm === 'month' && (
        <Field label="On">
          {(ids) => (
            <Select {...ids} value={draft.day} options={dayOptions} onChange={(day) => change({ day })} />
          )}
        </Field>
      )}
      {rhythm === 'hour' && (
        <Field label="At minute" error={error}>
          {(ids) => (
            <Input
              {...ids}
              className="schedules-time"
              inputMode="numeric"
              value={draft.minute}
              onChange={(event) => change({ minute: event.target.value })}
            />
          )}
        </Field>
      )}
      {rhythm !== 'hour' && rhythm !== 'cron' && (
        <Field label="At" error={error}>
          {(ids) => (
            <Input
              {...ids}
              className="schedules-time"
              placeholder="02:30"
              value={draft.at}
              onChange={(event) => change({ at: event.target.value })}
            />
          )}
        </Field>
      )}
      {rhythm === 'cron' && (
        <Field
          label="Cron expression"
          aside={error === null && words !== null ? words : 'minute, hour, day, month, weekday'}
          error={error}
        >
          {(ids) => (
            <Input
              {...ids}
              mono
              placeholder="30 2 * * mon-fri"
              value={draft.cron}
              onChange={(event) => change({ cron: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
