import { BarChart3 } from 'lucide-react';
import type { Distribution, ItemFilter, ItemView, ResultColumn } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { count, counted, percent, rate } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { CellView, cellText } from './cell.tsx';

interface FieldListProps {
  columns: readonly ResultColumn[];
  /** Fill rates come from a part of the items. */
  sampled: boolean;
  view: ItemView;
  /** The column that is shown in full; null: none. */
  field: string | null;
  onField: (field: string | null) => void;
  onFilter: (filter: ItemFilter) => void;
}

/** How often each field has a value, and how the values of the chosen one are distributed. */
export function FieldList({ columns, sampled, view, field, onField, onFilter }: FieldListProps) {
  const shown = columns.filter(({ metadata, filled }) => metadata || filled > 0);
  return (
    <div className="results-fields">
      <ul aria-label="Fields">
        {shown.map(({ name, rate: share, filled, items, type }) => (
          <li key={name}>
            <button
              type="button"
              className="results-field"
              aria-pressed={name === field}
              onClick={() => onField(name === field ? null : name)}
            >
              <span className="ellipsis">{name}</span>
              <span className="subtle small">{type}</span>
              <span
                className="numeric small"
                title={`${count(filled)} of ${counted(items, 'item')} have a value`}
              >
                {percent(share)}
              </span>
              <ProgressBar
                label={`${name} is filled`}
                value={share}
                tone={share === 0 ? 'danger' : share < 0.5 ? 'warning' : 'accent'}
              />
            </button>
          </li>
        ))}
      </ul>
      {sampled && (
        <p className="results-note subtle small">
          Measured on a part of the items, because there are so many.
        </p>
      )}
      {field === null ? (
        <EmptyState icon={BarChart3} title="Choose a field">
          Its most frequent values and how they spread are shown here.
        </EmptyState>
      ) : (
        <FieldDistribution view={view} column={field} onFilter={onFilter} />
      )}
    </div>
  );
}

function FieldDistribution({
  view,
  column,
  onFilter,
}: {
  view: ItemView;
  column: string;
  onFilter: (filter: ItemFilter) => void;
}) {
  const { value, error } = useCall('results.distribution', { view, column });
  if (error !== null && value === null)
    return <ErrorState error={error} title="The values could not be counted." />;
  if (value === null) return null;
  const { filled, items, distinct, distinctCut, numbers, lengths, top } = value;
  return (
    <section className="results-distribution" aria-label={`Values of ${column}`}>
      <h3>{column}</h3>
      <PropertyList
        entries={[
          ['Filled', `${count(filled)} of ${counted(items, 'item')}`],
          ['Different values', `${count(distinct)}${distinctCut ? ' or more' : ''}`],
          numbers !== null && ['Smallest to largest', `${count(numbers.min)} to ${count(numbers.max)}`],
          numbers !== null && ['Mean, median', `${rate(numbers.mean)}, ${rate(numbers.median)}`],
          lengths !== null && [
            'Length',
            `${count(lengths.min)} to ${count(lengths.max)} characters, ${rate(lengths.mean)} on average`,
          ],
        ]}
      />
      {numbers !== null && <Histogram numbers={numbers} />}
      <ol className="results-top" aria-label="Most frequent values">
        {top.map(({ value: cell, count: times }) => (
          <li key={cellText(cell)}>
            <Button
              size="small"
              variant="quiet"
              className="results-top-value"
              title="Show the items with this value"
              disabled={typeof cell === 'object' && cell !== null}
              onClick={() =>
                onFilter(
                  cell === null || typeof cell === 'object'
                    ? { column, operator: 'empty' }
                    : { column, operator: 'equals', value: cell },
                )
              }
            >
              <CellView cell={cell} />
            </Button>
            <span className="numeric small">{count(times)}</span>
            <ProgressBar label={`Share of ${cellText(cell)}`} value={times} max={Math.max(1, filled)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Histogram({ numbers }: { numbers: NonNullable<Distribution['numbers']> }) {
  const most = Math.max(1, ...numbers.histogram.map((bar) => bar.count));
  return (
    <ul className="results-histogram" aria-label="Histogram">
      {numbers.histogram.map(({ from, to, count: times }) => {
        const words = `${rate(from)} to ${rate(to)}: ${counted(times, 'item')}`;
        return (
          <li key={from} title={words} style={{ height: `${Math.max(2, (times / most) * 100)}%` }}>
            <span className="visually-hidden">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
