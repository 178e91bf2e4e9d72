import { useState } from 'react';
import { timeOfDay } from '../format.ts';
import { numberOf, type ChartSeries } from './series.ts';

interface ChartTableProps {
  label: string;
  x: readonly number[];
  series: readonly ChartSeries[];
}

/** The most rows, spread evenly over the whole time, because screen readers read them aloud. */
const maxRows = 60;

/** The numbers of a chart as a table, to be opened; drawn only while it is open. */
export function ChartTable({ label, x, series }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  const stride = Math.max(1, Math.ceil(x.length / maxRows));
  const shown = x.map((_, index) => index).filter((index) => (x.length - 1 - index) % stride === 0);
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
                <th scope="col">Time</th>
                {series.map((each) => (
                  <th scope="col" key={each.name}>
                    {each.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((index) => (
                <tr key={index}>
                  <th scope="row">{timeOfDay(new Date((x[index] ?? 0) * 1000).toISOString())}</th>
                  {series.map((each) => (
                    <td key={each.name}>{numberOf(each.values[index], each.unit)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
