import { useState } from 'react';
import { History } from 'lucide-react';
import type { Schedule, ScheduleTick } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ago, clockTime, dateTime } from '../../ui/format.ts';
import { InspectorPane, PropertyList } from '../../ui/inspector-pane.tsx';
import { Moments } from './moments.tsx';
import { runNow } from './schedule-actions.ts';
import { missedWords, outcomeWord, runWords } from './schedule-words.ts';
import { openChange } from './schedules-store.ts';

/** Moments of the history that are read at once. */
const ticksAtOnce = 20;

/** A schedule in full: its next moments, and what was decided about the last ones. @param schedule null: none is chosen */
export function ScheduleInspector({ schedule }: { schedule: Schedule | null }) {
  if (schedule === null) {
    return (
      <InspectorPane title="No schedule selected" label="Schedule">
        <p className="subtle schedules-none">Select a schedule to see its next moments and its history.</p>
      </InspectorPane>
    );
  }
  return (
    <InspectorPane
      label="Schedule"
      title={`${schedule.spider}: ${schedule.words}`}
      actions={
        <>
          <Button size="small" onClick={() => void runNow(schedule)}>
            Run now
          </Button>
          <Button size="small" onClick={() => openChange(schedule)}>
            Change…
          </Button>
        </>
      }
    >
      <div className="schedules-details">
        <section aria-label="Next moments">
          <h3>Next</h3>
          <Next schedule={schedule} />
          <PropertyList
            entries={[
              [
                'Spider',
                <a key="spider" href={href(['spider', schedule.project, schedule.spider])}>
                  {schedule.spider}
                </a>,
              ],
              ['Cron', <code key="cron">{schedule.cron}</code>],
              ['Time zone', schedule.zone],
              ['If missed', missedWords(schedule.missed)],
              ['Runs', runWords(schedule)],
              ['Since', dateTime(schedule.createdAt)],
            ]}
          />
        </section>
        <Ticks key={schedule.id} schedule={schedule} />
      </div>
    </InspectorPane>
  );
}

function Next({ schedule }: { schedule: Schedule }) {
  const { cron, zone, enabled, next } = schedule;
  const { value } = useCall('schedules.preview', enabled ? { cron, zone } : null);
  if (!enabled) return <p className="subtle small">It is off: it queues nothing until it is turned on.</p>;
  // The list has the moments of now; the preview knows what clocks show at them.
  const known = new Map(value?.next.map((moment) => [moment.at, moment]));
  const shown = next.flatMap((at) => known.get(at) ?? []);
  return <Moments moments={value === null ? null : shown.length > 0 ? shown : value.next} zone={zone} />;
}

/** What was decided about the moments of a schedule, newest first; older ones on demand. */
function Ticks({ schedule: { id } }: { schedule: Schedule }) {
  const newest = useCall('schedules.ticks', { schedule: id, limit: ticksAtOnce }).value;
  const [older, setOlder] = useState<{ ticks: readonly ScheduleTick[]; more: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  if (newest === null) return null;
  const shown = new Set(newest.map(({ dueAt }) => dueAt));
  const ticks = [...newest, ...(older?.ticks ?? []).filter(({ dueAt }) => !shown.has(dueAt))];
  const last = ticks.at(-1);
  const more = older?.more ?? newest.length === ticksAtOnce;
  const readMore = async () => {
    if (last === undefined) return;
    setBusy(true);
    const args = { schedule: id, before: last.dueAt, limit: ticksAtOnce };
    const found = await act('schedules.ticks', args, { failure: 'Its older moments could not be loaded.' });
    setBusy(false);
    if (found === null) return;
    setOlder({ ticks: [...(older?.ticks ?? []), ...found], more: found.length === ticksAtOnce });
  };
  return (
    <section aria-label="History">
      <h3>History</h3>
      {ticks.length === 0 ? (
        <p className="subtle small">No moment has come since it was added.</p>
      ) : (
        <table className="schedules-ticks" aria-label="History of the schedule">
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col">Outcome</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {ticks.map((tick) => (
              <tr key={tick.dueAt}>
                <td className="numeric" title={`${dateTime(tick.dueAt)}, decided ${ago(tick.decidedAt)}`}>
                  {clockTime(tick.dueAt)}
                </td>
                <td>
                  <Outcome tick={tick} />
                </td>
                <td className="muted">{tick.reason ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more && (
        <Button size="small" icon={History} busy={busy} onClick={() => void readMore()}>
          Show older moments
        </Button>
      )}
    </section>
  );
}

function Outcome({ tick }: { tick: ScheduleTick }) {
  const { outcome, run, entry } = tick;
  if (outcome === 'skipped') return <Badge tone="warning">{outcomeWord(tick)}</Badge>;
  if (run !== null) return <a href={href(['run', run])}>Run {run}</a>;
  return entry === null ? outcomeWord(tick) : <a href={href(['queue'], { entry })}>{outcomeWord(tick)}</a>;
}
