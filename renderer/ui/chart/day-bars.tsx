import { useId, useState } from 'react';
import { count, shortCount } from '../format.ts';
import { classes } from '../classes.ts';
import './chart.css';
import './day-bars.css';

/** A day of `DayBars`. */
export interface BarDay {
  /** As in "2026-11-22". */
  readonly day: string;
  readonly value: number;
  /** How much failed on that day: it is marked below its bar. */
  readonly failed: number;
  /** What there is to say about the day, beside its date. */
  readonly words: string;
}

/** See `DayBars`. */
export interface DayBarsProps {
  /** What it shows, for screen readers and as the title of the table. */
  label: string;
  /** What the values and the failures are: the heads of the table. */
  heads: readonly [value: string, failed: string];
  /** The oldest first. */
  days: readonly BarDay[];
}

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekdays = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** "2026-11-22" → "22 Nov"; the day is one of the calendar, in no time zone. */
const dayText = (day: string, format = dates) => format.format(new Date(`${day}T00:00:00Z`));

/** A number for each day as bars from zero, with a mark below the days on which something failed. */
export function DayBars({ label, heads, days }: DayBarsProps) {
  const id = useId();
  const [pointed, setPointed] = useState<string | null>(null);
  const most = Math.max(1, ...days.map(({ value }) => value));
  const shown = days.find(({ day }) => day === pointed) ?? days.at(-1);
  const [first] = days;
  const middle = days[Math.floor(days.length / 2)];
  const last = days.at(-1);
  return (
    <figure className="ui-days" aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {label}
      </figcaption>
      <p className="ui-days-said">
        {shown !== undefined && (
          <>
            <span className="strong">{dayText(shown.day, weekdays)}</span>{' '}
            <span className="muted numeric">{shown.words}</span>
          </>
        )}
      </p>
      <div className="ui-days-plot" aria-hidden onPointerLeave={() => setPointed(null)}>
        <span className="ui-days-most numeric">{shortCount(most)}</span>
        {days.map(({ day, value, failed }) => (
          <div
            key={day}
            className={classes('ui-days-day', day === pointed && 'ui-days-pointed')}
            onPointerEnter={() => setPointed(day)}
          >
            <div className="ui-days-column">
              <div
                className="ui-days-bar"
                data-none={value === 0 || undefined}
                style={{ height: `${(value / most) * 100}%` }}
              />
            </div>
            <span className="ui-days-mark" data-failed={failed > 0 || undefined} />
          </div>
        ))}
      </div>
      <div className="ui-days-axis" aria-hidden>
        <span>{first !== undefined && dayText(first.day)}</span>
        <span>{middle !== undefined && dayText(middle.day)}</span>
        <span>{last !== undefined && dayText(last.day)}</span>
      </div>
      <DayTable label={label} heads={heads} days={days} />
    </figure>
  );
}

/** The numbers as a table, to be opened; drawn only while it is open. */
function DayTable({ label, heads, days }: DayBarsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="ui-chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Numbers as a table</summary>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        <div className="scroll" tabIndex={0} role="region" aria-label={label}>
          <table>
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {heads.map((head) => (
                  <th scope="col" key={head}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, value, failed }) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  <td>{count(value)}</td>
                  <td>{count(failed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
