import { memo } from 'react';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { RunDetails, RunExpectations, RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { counted } from '../../ui/format.ts';
import { ExpectButton } from './expect-button.tsx';
import { FieldRatesTable } from './field-rates-table.tsx';
import { expectationNotes, minItemsWords } from './expectation-words.ts';
import './expectation-card.css';

type Breach = RunExpectations['breaches'][number];

/** The data of a run, measured by what its spider expects: what does not hold first, then all its fields. */
export const ExpectationCard = memo(function ExpectationCard({
  run,
  fields,
  expectations,
}: {
  run: RunSummary;
  fields: RunDetails['fields'];
  expectations: RunExpectations;
}) {
  const { breaches, items, onBreach } = expectations;
  const isLive = isUnderWay(run);
  const notes = [minItemsWords(expectations, isLive), ...expectationNotes(expectations)].filter(
    (note) => note !== null,
  );
  const severity = onBreach === 'warn' ? 'warning' : 'danger';
  return (
    <section className="runs-card runs-expected" aria-label="What is expected of the data">
      <div className="runs-card-head">
        <h3>What is expected of the data</h3>
        <span className="subtle small">measured in {counted(items, 'item')}</span>
      </div>
      {breaches.length === 0 ? (
        <p className="runs-expected-good">
          <CircleCheck size={15} aria-hidden />
          {isLive ? 'All of it holds so far.' : 'All of it holds.'}
        </p>
      ) : (
        <ul className="runs-breaches">
          {breaches.map((breach) => (
            <BreachRow breach={breach} severity={severity} key={`${breach.field} ${breach.expectation}`} />
          ))}
        </ul>
      )}
      <FieldRatesTable run={run} fields={fields} expectations={expectations} />
      {notes.length > 0 && <p className="runs-expected-notes subtle small">{notes.join(' ')}</p>}
      <ExpectButton run={run} />
    </section>
  );
});

function BreachRow({ breach, severity }: { breach: Breach; severity: 'warning' | 'danger' }) {
  const Icon = severity === 'warning' ? TriangleAlert : CircleAlert;
  return (
    <li data-tone={severity}>
      <Icon size={15} aria-hidden />
      <div>
        <strong>{breach.message}</strong>
        {breach.examples.length > 0 && (
          <ul className="runs-examples">
            {breach.examples.map(({ url, value }, index) => (
              <li key={index}>
                <code className="ellipsis">{value}</code>
                <span className="subtle ellipsis" title={url}>
                  {url}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
