import { CircleAlert } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { ScheduleMoment } from '../../../shared/contract/types.ts';
import { dateTime } from '../../ui/format.ts';

/** The time zone of this window. */
export const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** "2026-03-29 03:00" → "Sun 2026-03-29 03:00": what clocks of the zone show, with its weekday, in columns. */
const LocalTime = ({ local }: { local: string }) => (
  <>
    <span className="schedules-weekday">{weekday.format(new Date(`${local.slice(0, 10)}T00:00:00Z`))}</span>{' '}
    {local}
  </>
);

interface MomentsProps {
  /** Null: not known yet. */
  moments: readonly ScheduleMoment[] | null;
  zone: string;
  /** Nothing is said of them, because the schedule cannot be read. */
  blank?: boolean;
}

/** The next moments of a schedule as its zone and this window show them, with what changes of the clocks have to do with them. */
export function Moments({ moments, zone, blank = false }: MomentsProps) {
  if (blank)
    return <p className="subtle small">The next moments appear here once the schedule can be read.</p>;
  if (moments === null) return <p className="subtle small">Looking ahead…</p>;
  if (moments.length === 0) return <p className="schedules-never">It has no moment in the years ahead.</p>;
  const elsewhere = zone !== ownZone;
  return (
    <table className="schedules-moments" aria-label="Next moments">
      <thead>
        <tr>
          <th scope="col">{zone}</th>
          {elsewhere && <th scope="col">Here ({ownZone})</th>}
          <th scope="col">
            <span className="visually-hidden">Note</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {moments.map(({ at, local, note }) => (
          <tr key={at}>
            <td className="numeric">
              <LocalTime local={local} />
            </td>
            {elsewhere && <td className="numeric muted">{dateTime(at)}</td>}
            <td className="schedules-note">
              {note !== null && (
                <>
                  <CircleAlert size={12} aria-hidden /> {note}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is wrong, with what to do about it, in one text. */
export const errorWords = ({ message, hint }: Pick<CallError, 'message' | 'hint'>): string =>
  hint === null ? message : `${message} ${hint}`;
