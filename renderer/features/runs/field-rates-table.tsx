import { Fragment } from 'react';
import { TriangleAlert } from 'lucide-react';
import type { RunDetails, RunExpectations, RunSummary } from '../../../shared/contract/types.ts';
import { count, percent, shortCount } from '../../ui/format.ts';
import { fieldRates, type FieldRate } from './field-rates.ts';
import { Meter } from './meter.tsx';
import { Shortened } from './shortened.tsx';
import { useWhyEmpty, WhyEmptyField } from './why-empty-field.tsx';

/** Fields that are shown before the others are asked for. */
const firstFields = 10;

interface FieldRatesTableProps {
  run: RunSummary;
  fields: RunDetails['fields'];
  /** null: the spider expects nothing. */
  expectations: RunExpectations | null;
}

/** How often each field of a run is filled, what is expected of it, and why it is empty everywhere. */
export function FieldRatesTable({ run, fields, expectations }: FieldRatesTableProps) {
  const why = useWhyEmpty({ run, fields });
  const rates = fieldRates(fields, expectations);
  if (rates.length === 0) return null;
  const hasCallbacks = new Set(fields.map(({ callback }) => callback)).size > 1;
  const isExpected = rates.some(({ expected }) => expected !== '');
  return (
    <table className="runs-numbers">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasCallbacks && <th scope="col">Callback</th>}
          <th scope="col" className="runs-grow">
            <span className="visually-hidden">Share</span>
          </th>
          <th scope="col">Filled</th>
          <th scope="col">Rate</th>
          {isExpected && (
            <th scope="col" className="runs-expected-head">
              Expected
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <Shortened rows={rates} first={firstFields}>
          {(each) => (
            <Fragment key={`${each.callback ?? ''} ${each.field}`}>
              <tr data-broken={each.isBroken || undefined}>
                <th scope="row">
                  <code className="ellipsis" title={each.field}>
                    {each.field}
                  </code>
                </th>
                {hasCallbacks && <td className="muted ellipsis">{each.callback}</td>}
                <td>
                  <Meter share={each.rate} tone={each.tone} least={each.least} />
                </td>
                <td className="numeric muted" title={`${count(each.filled)} of ${count(each.items)}`}>
                  {shortCount(each.filled)}
                </td>
                <td className="numeric">
                  {each.items === 0 ? '–' : percent(Math.floor(each.rate * 1000) / 1000)}
                </td>
                {isExpected && <ExpectedCell rate={each} />}
              </tr>
              {each.callback !== null && (
                <WhyEmptyField parts={why} callback={each.callback} field={each.field} />
              )}
            </Fragment>
          )}
        </Shortened>
      </tbody>
    </table>
  );
}

const ExpectedCell = ({ rate: { expected, isBroken } }: { rate: FieldRate }) => (
  <td className="runs-expected-words muted small">
    {isBroken && <TriangleAlert size={13} aria-label="Does not hold:" />} {expected}
  </td>
);
