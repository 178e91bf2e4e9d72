import { memo } from 'react';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { RunExpectations, RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { count, counted, percent } from '../../ui/format.ts';
import { expectationNotes, minItemsWords } from './expectation-words.ts';
import './expectation-card.css';

type Breach = RunExpectations['breaches'][number];
type Field = RunExpectations['fields'][number];

/** The data of a run, measured by what its spider expects: what does not hold first, then a meter for each field. */
export const ExpectationCard = memo(function ExpectationCard({
  run,
  expectations,
}: {
  run: RunSummary;
  expectations: RunExpectations;
}) {
  const { breaches, fields, items, onBreach } = expectations;
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
      {fields.length > 0 && (
        <table className="runs-numbers">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col" className="runs-grow">
                <span className="visually-hidden">Share</span>
              </th>
              <th scope="col">Filled</th>
              <th scope="col">Expected</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow
                field={field}
                isBroken={breaches.some((breach) => breach.field === field.field)}
                severity={severity}
                key={field.field}
              />
            ))}
          </tbody>
        </table>
      )}
      {notes.length > 0 && <p className="runs-expected-notes subtle small">{notes.join(' ')}</p>}
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

function FieldRow({ field, isBroken, severity }: { field: Field; isBroken: boolean; severity: string }) {
  const { items, filled, minFill, expected } = field;
  const share = items === 0 ? 0 : filled / items;
  const least = minFill === null ? [] : [`${percent(minFill)} filled`];
  return (
    <tr data-broken={isBroken || undefined}>
      <th scope="row">
        <code className="ellipsis">{field.field}</code>
      </th>
      <td>
        <div className="runs-meter runs-meter-least" aria-hidden>
          <div
            data-tone={isBroken ? severity : 'success'}
            style={{ width: `${Math.max(share > 0 ? 1.5 : 0, share * 100)}%` }}
          />
          {minFill !== null && <span style={{ insetInlineStart: `${minFill * 100}%` }} />}
        </div>
      </td>
      <td className="numeric" title={`${count(filled)} of ${count(items)}`}>
        {items === 0 ? '–' : percent(Math.floor(share * 1000) / 1000)}
      </td>
      <td className="runs-expected-words muted small">{[...least, ...expected].join(', ')}</td>
    </tr>
  );
}
