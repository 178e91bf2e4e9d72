import { useId } from 'react';
import { CircleAlert } from 'lucide-react';
import type { Schedule } from '../../../shared/contract/types.ts';
import { mostPriority } from '../../../shared/queue-priority.ts';
import { Field, Input, Select, Suggestions } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorWords, Moments, ownZone } from './moments.tsx';
import { missedChoices } from './schedule-words.ts';
import type { FormField, TimeFieldsState } from './use-time-fields.ts';
import { WhenFields } from './when-fields.tsx';

/** When a schedule is due, with its next moments, and what is done about them. */
export function TimeFields({ time }: { time: TimeFieldsState }) {
  const { draft, zone, missed, priority, preview, readable } = time;
  return (
    <>
      <WhenFields draft={draft.value} onChange={draft.change} error={draft.error} words={preview.words} />
      <ZoneField {...zone} />
      <div className="schedules-preview" role="status" aria-label="Next five moments">
        <Moments moments={preview.next} zone={preview.zone ?? zone.value} blank={!readable} />
      </div>
      <div className="schedules-pair">
        <MissedField {...missed} />
        <PriorityField {...priority} />
      </div>
    </>
  );
}

/** Why the host refused a schedule, where no field shows it. */
export const Refusal = ({ refused }: Pick<TimeFieldsState, 'refused'>) =>
  refused === null ? null : (
    <Notice tone="danger" icon={CircleAlert} alert>
      {errorWords(refused)}
    </Notice>
  );

function MissedField({ value, change }: FormField<Schedule['missed']>) {
  return (
    <Field
      label="If a moment is missed"
      help={missedChoices.find((choice) => choice.value === value)?.means ?? ''}
    >
      {(ids) => (
        <Select
          {...ids}
          value={value}
          options={missedChoices.map((choice) => ({ value: choice.value, label: choice.label }))}
          onChange={change}
        />
      )}
    </Field>
  );
}

function PriorityField({ value, change, error }: FormField<string>) {
  return (
    <Field label="Priority" help="Among what waits in the queue; 0 is usual." error={error}>
      {(ids) => (
        <Input
          {...ids}
          type="number"
          min={-mostPriority}
          max={mostPriority}
          step={1}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];

/** The time zone, which is searched by typing. */
function ZoneField({ value, change, error }: FormField<string>) {
  const list = useId();
  return (
    <Field label="Time zone" aside={value.trim() === ownZone ? 'that of this computer' : null} error={error}>
      {(ids) => (
        <>
          <Input
            {...ids}
            list={list}
            placeholder="Europe/Berlin"
            value={value}
            onChange={(event) => change(event.target.value)}
          />
          <Suggestions id={list} names={zones} />
        </>
      )}
    </Field>
  );
}
