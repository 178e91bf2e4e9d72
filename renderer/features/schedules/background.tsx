import { Suspense, useEffect, useState } from 'react';
import { coalesced } from '../../state/coalesce.ts';
import { loadPart } from '../../state/load-part.ts';
import { useTopic } from '../../state/topics.ts';
import { schedulesChanged, useSchedules } from './schedules-store.ts';

// Loaded on demand, because it brings the schema of the settings and the validation of spiders.
const ScheduleDialog = loadPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

/** At one moment of the night many schedules are due: what is shown is read again at most so often, in milliseconds. */
const readMs = 250;

/** The dialog of schedules, and what follows their changes. Always mounted. */
export function SchedulesBackground() {
  const [changed] = useState(() => coalesced(schedulesChanged, readMs));
  useTopic('schedules', {}, changed, changed);
  useEffect(() => () => changed.cancel(), [changed]);
  const dialog = useSchedules((state) => state.dialog);
  if (dialog === null) return null;
  return (
    <Suspense fallback={null}>
      <ScheduleDialog {...dialog} />
    </Suspense>
  );
}
