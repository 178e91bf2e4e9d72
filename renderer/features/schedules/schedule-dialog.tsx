import { useEffect, useState, type ReactNode } from 'react';
import { CalendarClock } from 'lucide-react';
import type { Schedule } from '../../../shared/contract/types.ts';
import { RunOptions } from '../../run-options/run-options.tsx';
import { SpiderPicker, idOf, type SpiderName } from '../../run-options/spider-picker.tsx';
import { invalidate, useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { closeDialog } from './schedules-store.ts';
import { Refusal, TimeFields } from './time-fields.tsx';
import { useScheduleForm } from './use-schedule-form.ts';
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
      <TimeFields time={form.time} />
      <RunOptions options={form.options} />
      <Refusal refused={form.time.refused} />
    </Dialog>
  );
}

const titleOf = (schedule: Schedule | null, spider: string | null) =>
  `${schedule === null ? 'Add a schedule' : 'Change the schedule'}${spider === null ? '' : ` of ${spider}`}`;
