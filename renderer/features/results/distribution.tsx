import type { Distribution, ItemFilter, ItemView } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { count, counted, percent, rate } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';
import { ProgressBar, Spinner } from '../../ui/progress.tsx';
import { cellContent, cellText } from './cell.tsx';
import { filterOfCell } from './filter-words.ts';

interface FieldDistributionProps {
  view: ItemView;
  column: string;
  onFilter: (filter: ItemFilter) => void;
}

/** The distribution of the values of a column: a histogram of numbers, and the most frequent values. */
export function FieldDistribution({ view, column, onFilter }: FieldDistributionProps) {
  // Without the order of the items, so that sorting the table does not count the values again.
  const { source, filters, search } = view;
  const { value, error } = useCall('results.distribution', {
    view: {
      source,
      ...(filters === undefined ? {} : { filters }),
      ...(search === undefined ? {} : { search }),
    },
    column,
  });
  if (error !== null && value === null)
    return <ErrorState error={error} title="The values could not be counted." />;
  if (value === null) {
    return (
      <p className="results-note row muted small" role="status">
        <Spinner /> Counting the values.
      </p>
    );
  }
  return (
    <section className="results-distribution" aria-label={`Values of ${column}`}>
      <Facts of={value} />
      {value.numbers !== null && value.numbers.histogram.length > 1 && <Histogram numbers={value.numbers} />}
      {value.top.length > 0 && <Top of={value} onFilter={onFilter} />}
    </section>
  );
}

function Facts({ of: { filled, items, distinct, distinctCut, numbers, lengths } }: { of: Distribution }) {
  return (
    <PropertyList
      entries={[
        ['Filled', `${count(filled)} of ${counted(items, 'item')}`],
        ['Distinct', `${count(distinct)}${distinctCut ? ' or more' : ''}`],
        numbers !== null && ['Range', `${number(numbers.min)} to ${number(numbers.max)}`],
        numbers !== null && ['Mean', number(numbers.mean)],
        numbers !== null && ['Median', number(numbers.median)],
        lengths !== null && [
          'Length',
          lengths.min === lengths.max
            ? counted(lengths.min, 'character')
            : `${count(lengths.min)} to ${count(lengths.max)} characters, ${rate(lengths.mean)} on average`,
        ],
      ]}
    />
  );
}

const shortNumber = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
const number = (value: number): string => shortNumber.format(value);

interface TopProps {
  of: Distribution;
  onFilter: (filter: ItemFilter) => void;
}

/** The number of example values if none is frequent. */
const examples = 5;

function Top({ of: { column, top: most, distinct, filled }, onFilter }: TopProps) {
  const allDiffer = distinct === filled && distinct > examples;
  const top = allDiffer ? most.slice(0, examples) : most;
  return (
    <>
      <h3 className="results-top-head small muted">
        {allDiffer
          ? 'All values are unique. The first are'
          : distinct > top.length
            ? 'Most frequent values'
            : 'All values'}
      </h3>
      <ol className="results-top" aria-label={`Most frequent values of ${column}`}>
        {top.map(({ value: cell, count: times }, index) => {
          const filter = filterOfCell(column, cell, true);
          const share = times / Math.max(1, filled);
          return (
            // Cut texts may look alike.
            <li key={`${index} ${cellText(cell)}`}>
              <button
                type="button"
                className="results-top-value ellipsis"
                title={filter === null ? cellText(cell) : `Only items with ${cellText(cell)}`}
                disabled={filter === null}
                onClick={() => filter !== null && onFilter(filter)}
              >
                {cellContent(cell)}
              </button>
              <span className="numeric small" title={percent(share)}>
                {count(times)}
              </span>
              <ProgressBar label={`Share of ${cellText(cell)}`} value={share} />
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Histogram({ numbers }: { numbers: NonNullable<Distribution['numbers']> }) {
  const most = Math.max(1, ...numbers.histogram.map((bar) => bar.count));
  return (
    <figure className="results-histogram">
      <ul aria-label="Histogram">
        {numbers.histogram.map(({ from, to, count: times }) => {
          const words = `${number(from)} to ${number(to)}: ${counted(times, 'item')}`;
          return (
            <li key={from} title={words}>
              <span
                className="results-histogram-bar"
                style={{ height: times === 0 ? 0 : `${Math.max(3, (times / most) * 100)}%` }}
              />
              <span className="visually-hidden">{words}</span>
            </li>
          );
        })}
      </ul>
      <figcaption className="row small subtle numeric" aria-hidden>
        <span className="grow">{number(numbers.min)}</span>
        <span>{number(numbers.max)}</span>
      </figcaption>
    </figure>
  );
}
