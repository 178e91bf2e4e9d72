import { useEffect, useState } from 'react';
import { CalendarClock } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { closeManySchedules, type ManySchedules } from '../../state/many-schedules.ts';
import { invalidate, useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { count, counted } from '../../ui/format.ts';
import { addSchedules } from './add-schedules.ts';
import { Refusal, TimeFields } from './time-fields.tsx';
import { useTimeFields } from './use-time-fields.ts';
import './schedules.css';

/** The dialog that gives each of many spiders a schedule of its own: all of them or none. */
export function ManyDialog({ project, spiders }: ManySchedules) {
  const [refused, setRefused] = useState<CallError | null>(null);
  const [another, setAnother] = useState(false);
  const [busy, setBusy] = useState(false);
  const time = useTimeFields(null, refused, () => setRefused(null));
  const known = useCall('schedules.list', { project }).value;
  // What was read at another time may tell moments that have passed.
  useEffect(() => invalidate((name) => name === 'schedules.preview'), []);
  const scheduled = new Set((known ?? []).map(({ spider }) => spider));
  const having = spiders.filter((spider) => scheduled.has(spider));
  const meant = another ? spiders : spiders.filter((spider) => !scheduled.has(spider));
  const submit = async () => {
    if (time.given === null || busy || meant.length === 0) return;
    setBusy(true);
    setRefused(null);
    const added = await addSchedules({ project, spiders: meant }, time.given, setRefused);
    setBusy(false);
    if (added) closeManySchedules();
  };
  return (
    <Dialog
      open
      size="medium"
      onClose={closeManySchedules}
      title={`Schedule ${counted(spiders.length, 'spider')}`}
      description="Each gets a schedule of its own, or none does. Full runs, with the arguments and settings that each was last started with."
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={closeManySchedules}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            icon={CalendarClock}
            busy={busy}
            disabled={time.given === null || known === null || meant.length === 0}
          >
            {meant.length === 0 ? 'Nothing to add' : `Add ${counted(meant.length, 'schedule')}`}
          </Button>
        </>
      }
    >
      <TimeFields time={time} />
      {having.length > 0 && (
        <Checkbox
          label={`Another one for ${having.length === 1 ? (having[0] ?? '') : `the ${count(having.length)}`} that ${having.length === 1 ? 'has' : 'have'} a schedule`}
          help={another ? undefined : `Left out: ${having.join(', ')}.`}
          checked={another}
          onChange={setAnother}
        />
      )}
      <Refusal refused={time.refused} />
    </Dialog>
  );
}
