import { useEffect, useId, useState, type ReactNode } from 'react';
import { CalendarClock, CircleAlert } from 'lucide-react';
import type { Schedule } from '../../../shared/contract/types.ts';
import { mostPriority } from '../../../shared/queue-priority.ts';
import { RunOptions } from '../../run-options/run-options.tsx';
import { SpiderPicker, idOf, type SpiderName } from '../../run-options/spider-picker.tsx';
import { invalidate, useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select, Suggestions } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorWords, Moments, ownZone } from './moments.tsx';
import { missedChoices } from './schedule-words.ts';
import { closeDialog } from './schedules-store.ts';
import { useScheduleForm, type FormField } from './use-schedule-form.ts';
import { WhenFields } from './when-fields.tsx';
import './schedules.css';

interface ScheduleDialogProps {
  /** The spider of a new schedule; null: the dialog asks for it. */
  spider?: SpiderName | null;
  /** The schedule to change. */
  schedule?: Schedule;
}

/** The dialog that adds or changes a schedule. */
export function ScheduleDialog({ spider = null, schedule }: ScheduleDialogProps) {
  const [chosen, setChosen] = useState(spider);
  const spiders = useCall('spiders.list', {}).value;
  const only = spiders?.length === 1 ? spiders[0] : undefined;
  const known = schedule === undefined ? chosen : { project: schedule.project, spider: schedule.spider };
  const target = known ?? (only === undefined ? null : { project: only.project, spider: only.name });
  // What was read at another time may tell moments that have passed.
  useEffect(() => invalidate((name) => name === 'schedules.preview'), []);
  if (target === null) {
    return (
      <Dialog
        open
        onClose={closeDialog}
        title="Add a schedule"
        description={
          spiders?.length === 0
            ? 'No spiders yet. Create or import one first.'
            : 'Choose the spider that is to run by itself.'
        }
        footer={<Button onClick={closeDialog}>Cancel</Button>}
      >
        <SpiderPicker chosen={null} onChoose={setChosen} />
      </Dialog>
    );
  }
  return (
    <ScheduleForm
      key={idOf(target)}
      target={target}
      schedule={schedule ?? null}
      picker={
        schedule === undefined && spider === null ? (
          <SpiderPicker chosen={target} onChoose={setChosen} />
        ) : null
      }
    />
  );
}

interface ScheduleFormProps {
  target: SpiderName;
  /** Null: a new one. */
  schedule: Schedule | null;
  picker: ReactNode;
}

function ScheduleForm({ target, schedule, picker }: ScheduleFormProps) {
  const form = useScheduleForm(target, schedule);
  const { draft, zone, missed, priority, preview, readable, options, refused } = form;
  return (
    <Dialog
      open
      size="medium"
      onClose={closeDialog}
      title={titleOf(schedule, picker === null ? target.spider : null)}
      onSubmit={() => void form.submit()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" icon={CalendarClock} busy={form.busy} disabled={form.wrong}>
            {schedule === null ? 'Add the schedule' : 'Save'}
          </Button>
        </>
      }
    >
      {picker}
      <WhenFields draft={draft.value} onChange={draft.change} error={draft.error} words={preview.words} />
      <ZoneField {...zone} />
      <div className="schedules-preview" role="status" aria-label="Next five moments">
        <Moments moments={preview.next} zone={preview.zone ?? zone.value} blank={!readable} />
      </div>
      <div className="schedules-pair">
        <MissedField {...missed} />
        <PriorityField {...priority} />
      </div>
      <RunOptions options={options} />
      {refused !== null && (
        <Notice tone="danger" icon={CircleAlert} alert>
          {errorWords(refused)}
        </Notice>
      )}
    </Dialog>
  );
}

const titleOf = (schedule: Schedule | null, spider: string | null) =>
  `${schedule === null ? 'Add a schedule' : 'Change the schedule'}${spider === null ? '' : ` of ${spider}`}`;

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
