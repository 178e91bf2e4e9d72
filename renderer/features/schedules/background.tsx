import { Suspense, useEffect, useState } from 'react';
import { coalesced } from '../../state/coalesce.ts';
import { loadPart } from '../../state/load-part.ts';
import { useManySchedules } from '../../state/many-schedules.ts';
import { useTopic } from '../../state/topics.ts';
import { schedulesChanged, useSchedules } from './schedules-store.ts';

// Loaded on demand, because it brings the schema of the settings and the validation of spiders.
const ScheduleDialog = loadPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

const ManyDialog = loadPart(async () => (await import('./many-dialog.tsx')).ManyDialog);

/** At one moment of the night many schedules are due: what is shown is read again at most so often, in milliseconds. */
const readMs = 250;

/** The dialogs of schedules, and what follows their changes. Always mounted. */
export function SchedulesBackground() {
  const [changed] = useState(() => coalesced(schedulesChanged, readMs));
  useTopic('schedules', {}, changed, changed);
  useEffect(() => () => changed.cancel(), [changed]);
  const dialog = useSchedules((state) => state.dialog);
  const many = useManySchedules((state) => state.wanted);
  return (
    <Suspense fallback={null}>
      {dialog !== null && <ScheduleDialog {...dialog} />}
      {many !== null && <ManyDialog {...many} />}
    </Suspense>
  );
}
