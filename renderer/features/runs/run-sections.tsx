import { memo, type ReactNode } from 'react';
import type { RunDetails, RunSummary } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { count, counted } from '../../ui/format.ts';
import { adviceFor } from './advice.ts';
import { ExpectButton } from './expect-button.tsx';
import { answersOf, statusTone, statusWords } from './http-words.ts';
import { kindWords } from './log-kinds.ts';
import { groupReasons } from './reason-groups.ts';
import { statusText } from './request-filter.ts';
import { logHref, requestsHref } from './run-actions.ts';
import { FieldRatesTable } from './field-rates-table.tsx';
import { Meter } from './meter.tsx';
import { RunFacts } from './run-facts.tsx';
import { Shortened } from './shortened.tsx';
import './run-sections.css';

interface SectionsProps {
  run: RunSummary;
  details: RunDetails;
}

/** The numbers of a run by what they are about; each leads to the requests or lines of the log that it counts. */
export const RunSections = memo(function RunSections({ details }: { details: RunDetails }) {
  const { run } = details;
  return (
    <div className="runs-sections">
      <Fields details={details} />
      <Reasons run={run} details={details} />
      <Statuses run={run} details={details} />
      <Hosts run={run} details={details} />
      <Tiers details={details} />
      <Origins details={details} />
      <Happened run={run} details={details} />
      <RunFacts run={run} appVersion={details.appVersion} exclusions={details.exclusions} />
    </div>
  );
});

interface CardProps {
  title: string;
  aside?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

const Card = ({ title, aside, wide = false, children }: CardProps) => (
  <section className="runs-card" data-wide={wide || undefined} aria-label={title}>
    <div className="runs-card-head">
      <h3>{title}</h3>
      {aside !== undefined && <span className="subtle small">{aside}</span>}
    </div>
    {children}
  </section>
);

/** The fields of a run of which nothing is expected; else they are told with what is. */
function Fields({ details: { fields, run, sampled, expectations } }: { details: RunDetails }) {
  if (fields.length === 0 || expectations !== null) return null;
  const items = counted(run.counters.items, 'item');
  return (
    <Card
      title="Fields"
      aside={`how often each was filled, in ${sampled ? `an even part of ${items}` : items}`}
    >
      <FieldRatesTable run={run} fields={fields} expectations={null} />
      <ExpectButton run={run} />
    </Card>
  );
}

function Reasons({ run, details }: SectionsProps) {
  const groups = groupReasons(details.reasons);
  if (groups.length === 0) return null;
  return (
    <Card title="Reasons for failed and skipped pages" aside="select one to see its requests">
      <table className="runs-numbers runs-reasons">
        <tbody>
          <Shortened rows={groups} first={6}>
            {({ state, text, count: times, search }) => {
              const advice = adviceFor(text);
              return (
                <tr key={`${state} ${text}`}>
                  <td className="numeric strong">{count(times)}</td>
                  <td>
                    <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>{state}</Badge>
                  </td>
                  <th scope="row">
                    <a href={requestsHref(run.id, { state, reason: search })}>{text}</a>
                    {advice !== null && <p className="small muted">{advice}</p>}
                  </th>
                </tr>
              );
            }}
          </Shortened>
        </tbody>
      </table>
    </Card>
  );
}

function Statuses({ run, details }: SectionsProps) {
  const statuses = answersOf(details);
  if (statuses.length === 0) return null;
  const all = statuses.reduce((sum, each) => sum + each.count, 0);
  return (
    <Card title="Responses" aside="by HTTP status">
      <table className="runs-numbers">
        <tbody>
          <Shortened rows={statuses} first={8}>
            {({ status, count: times }) => (
              <tr key={status}>
                <th scope="row">
                  <a href={requestsHref(run.id, { status: statusText(status) })}>
                    {typeof status === 'number' && <span className="numeric">{status}</span>}{' '}
                    <span className="muted">{statusWords(status)}</span>
                  </a>
                </th>
                <td className="runs-grow">
                  <Meter share={times / all} tone={statusTone(status)} />
                </td>
                <td className="numeric">{count(times)}</td>
              </tr>
            )}
          </Shortened>
        </tbody>
      </table>
    </Card>
  );
}

interface CountedRow {
  key: string;
  /** What is counted; it takes the room that is left. */
  head: ReactNode;
  /** `bad`: there should be none; `quiet`: it matters less. */
  counts: readonly { value: number; kind?: 'bad' | 'quiet' }[];
}

/** A table that counts several things of each of its rows. */
function Counts({
  columns,
  rows,
  first,
}: {
  columns: readonly string[];
  rows: readonly CountedRow[];
  first: number;
}) {
  return (
    <table className="runs-numbers">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Shortened rows={rows} first={first}>
          {({ key, head, counts }) => (
            <tr key={key}>
              <th scope="row" className="runs-grow">
                {head}
              </th>
              {counts.map(({ value, kind }, index) => (
                <td key={columns[index + 1]} className={`numeric ${countClass(value, kind)}`}>
                  {count(value)}
                </td>
              ))}
            </tr>
          )}
        </Shortened>
      </tbody>
    </table>
  );
}

function countClass(value: number, kind: 'bad' | 'quiet' | undefined): string {
  if (kind === undefined) return '';
  return kind === 'bad' && value > 0 ? 'runs-bad' : 'subtle';
}

function Hosts({ run, details: { hosts, hostCount } }: SectionsProps) {
  if (hosts.length === 0) return null;
  const aside =
    hostCount > hosts.length
      ? `the ${count(hosts.length)} busiest of ${count(hostCount)}`
      : counted(hostCount, 'host');
  const rows = hosts.map(({ origin, queued, active, done, failed, skipped, items }) => ({
    key: origin,
    head: (
      <a className="ellipsis" href={requestsHref(run.id, { host: origin })} title={origin}>
        {origin.replace(/^https?:\/\//u, '')}
      </a>
    ),
    counts: [
      { value: items },
      { value: done },
      { value: failed, kind: 'bad' as const },
      { value: skipped, kind: 'quiet' as const },
      { value: queued + active, kind: 'quiet' as const },
    ],
  }));
  return (
    <Card title="Hosts" aside={aside}>
      <Counts columns={['Host', 'Items', 'Done', 'Failed', 'Skipped', 'Left']} rows={rows} first={8} />
    </Card>
  );
}

function Tiers({ details: { tiers } }: { details: RunDetails }) {
  if (tiers === null) return null;
  const rows = Object.entries(tiers)
    .filter(([, { requests }]) => requests > 0)
    .map(([tier, { requests, answered, blocked, failed }]) => ({
      key: tier,
      head: tierWords[tier] ?? tier,
      counts: [
        { value: requests },
        { value: answered },
        { value: blocked, kind: 'bad' as const },
        { value: failed, kind: 'bad' as const },
      ],
    }));
  if (rows.length === 0) return null;
  return (
    <Card title="Routes to the sites" aside="requests by proxy tier">
      <Counts columns={['Route', 'Requests', 'Answered', 'Blocked', 'Failed']} rows={rows} first={8} />
    </Card>
  );
}

const tierWords: Readonly<Record<string, string>> = {
  direct: 'Direct',
  datacenter: 'Datacenter proxies',
  residential: 'Residential proxies',
};

/** Where responses came from; shown if some did not come from the site, or for an incremental run. */
function Origins({ details: { run, answeredBy, freshness } }: { details: RunDetails }) {
  const elsewhere = answeredBy.storedPage + answeredBy.cache + answeredBy.memory;
  const known = freshness.unchanged + freshness.changed;
  if (elsewhere === 0 && known === 0) return null;
  const rows: readonly (readonly [string, number])[] = [
    ['Answered by the site', answeredBy.site],
    [
      run.source === null
        ? 'Not changed since an earlier run: the stored page was read'
        : `Stored by run ${run.source}`,
      answeredBy.storedPage,
    ],
    ['Replayed from the cache', answeredBy.cache],
    ['Known from an earlier run and not fetched', answeredBy.memory],
    ['New pages', freshness.new],
    ['Changed pages', freshness.changed],
    ['Unchanged pages', freshness.unchanged],
  ];
  return (
    <Card title="Sources of answers">
      <table className="runs-numbers">
        <tbody>
          {rows
            .filter(([, times]) => times > 0)
            .map(([title, times]) => (
              <tr key={title}>
                <th scope="row" className="runs-grow">
                  {title}
                </th>
                <td className="numeric">{count(times)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Card>
  );
}

function Happened({ run, details: { eventKinds } }: SectionsProps) {
  if (eventKinds.length === 0) return null;
  return (
    <Card title="Events" aside="select one to see its log lines">
      <ul className="runs-kinds-list">
        {eventKinds.map(({ kind, count: times }) => {
          const { title, tone } = kindWords(kind);
          return (
            <li key={kind}>
              <a href={logHref(run.id, [kind])}>
                <Badge tone={tone}>{title}</Badge>
                <span className="numeric muted">{count(times)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
