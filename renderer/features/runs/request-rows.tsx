import type { ReactNode } from 'react';
import type { Cell, RequestDetail, RunSummary } from '../../../shared/contract/types.ts';
import { ProjectPictures } from '../../contributions/project-pictures.tsx';
import { Badge } from '../../ui/badge.tsx';
import { count, counted } from '../../ui/format.ts';
import { summaryCell } from '../../ui/value/summary-cell.tsx';
import { followLink } from './requests-view.ts';
import './request-rows.css';

/** A link to another request of the run. */
export const LinkTo = ({ run, id, url }: { run: RunSummary; id: string; url: string }) => (
  <button type="button" className="runs-link mono" onClick={() => followLink(run.id, id)}>
    {url}
  </button>
);

/** The rows that lead to a request with their values, and the rows of its own page with where they lead. */
export function RequestRows({ run, detail }: { run: RunSummary; detail: RequestDetail }) {
  const { request, rows, rowCount, leadingRows, leadingRowCount } = detail;
  return (
    <ProjectPictures project={run.project} allowPrivate={run.options.allowPrivate}>
      <div className="runs-rows">
        {rowCount > 0 && (
          <section aria-label="Rows that lead here">
            <h3>
              Lead here <span className="subtle numeric">{count(rowCount)}</span>
            </h3>
            <p className="muted small">
              {rowCount === 1 ? 'Its values are' : 'The values of each are'} merged into an item of this page.
            </p>
            <RowsTable
              label="Values that travel to this page"
              head="Row of"
              rows={rows.map(({ from, position, values, problems }) => ({
                values,
                problems,
                number: position,
                base: from.url,
                lead: <LinkTo run={run} id={from.id} url={from.url} />,
              }))}
            />
            <Rest shown={rows.length} total={rowCount} />
          </section>
        )}
        {leadingRowCount > 0 && (
          <section aria-label="Rows of this page">
            <h3>
              On this page <span className="subtle numeric">{count(leadingRowCount)}</span>
            </h3>
            <RowsTable
              label="Rows of this page"
              head="Leads to"
              rows={leadingRows.map(({ to, reason, position, values, problems }) => ({
                values,
                problems,
                number: position,
                base: request.url,
                lead:
                  to === null ? (
                    <span className="runs-row-reason">Nowhere. {reason}</span>
                  ) : (
                    <span className="row">
                      <LinkTo run={run} id={to.id} url={to.url} />
                      {to.items > 0 && <Badge tone="success">{counted(to.items, 'item')}</Badge>}
                    </span>
                  ),
              }))}
            />
            <Rest shown={leadingRows.length} total={leadingRowCount} />
          </section>
        )}
      </div>
    </ProjectPictures>
  );
}

const Rest = ({ shown, total }: { shown: number; total: number }) =>
  total > shown && (
    <p className="muted small">
      The first {count(shown)} of {count(total)}.
    </p>
  );

interface ShownRow {
  /** Its place on its page, from 0. */
  number: number;
  lead: ReactNode;
  /** The address of its page. */
  base: string;
  values: Record<string, Cell>;
  problems: RequestDetail['rows'][number]['problems'];
}

function RowsTable({ label, head, rows }: { label: string; head: string; rows: readonly ShownRow[] }) {
  const fields = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
    <div className="runs-rows-scroll" role="group" aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">{head}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, lead, base, values, problems }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of several pages may have the same number
            <tr key={index}>
              <td className="numeric subtle">{number + 1}</td>
              <td>{lead}</td>
              {fields.map((field) => (
                <RowCell
                  key={field}
                  field={field}
                  value={values[field] ?? null}
                  base={base}
                  problem={problems.find((problem) => problem.field === field)?.message ?? null}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowCell({
  field,
  value,
  base,
  problem,
}: {
  field: string;
  value: Cell;
  base: string;
  /** What is wrong with it; null: nothing. */
  problem: string | null;
}) {
  return (
    <td className={problem === null ? undefined : 'runs-row-reason'} title={problem ?? undefined}>
      {summaryCell(value === '' ? null : value, { field, tabbable: true, base })}
    </td>
  );
}
