import { Fragment, memo, useState, type ReactNode } from 'react';
import type { RunDetails, RunSummary } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { count, counted, percent, shortCount } from '../../ui/format.ts';
import { adviceFor } from './advice.ts';
import { ExpectButton } from './expect-button.tsx';
import { answersOf, statusTone, statusWords } from './http-words.ts';
import { kindWords } from './log-kinds.ts';
import { groupReasons } from './reason-groups.ts';
import { statusText } from './request-filter.ts';
import { logHref, requestsHref } from './run-actions.ts';
import { RunFacts } from './run-facts.tsx';
import { useWhyEmpty, WhyEmptyField } from './why-empty-field.tsx';
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
      <RunFacts run={run} appVersion={details.appVersion} />
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

/** A list that shows its first rows, and the rest when it is asked for. */
function Shortened<T>({
  rows,
  first,
  children,
}: {
  rows: readonly T[];
  first: number;
  children: (row: T) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, first);
  return (
    <>
      {shown.map(children)}
      {rows.length > first && (
        <tr>
          <td colSpan={9}>
            <Button size="small" variant="quiet" onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${count(rows.length)}`}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}

const Meter = ({ share, tone = 'accent' }: { share: number; tone?: string }) => (
  <div className="runs-meter" aria-hidden>
    <div data-tone={tone} style={{ width: `${Math.max(share > 0 ? 1.5 : 0, share * 100)}%` }} />
  </div>
);

function Fields({ details: { fields, run, sampled } }: { details: RunDetails }) {
  const empty = useWhyEmpty({ run, fields });
  if (fields.length === 0) return null;
  const callbacks = new Set(fields.map(({ callback }) => callback)).size;
  return (
    <Card
      title="Fields"
      aside={
        sampled
          ? `how often each was filled, in an even part of ${counted(run.counters.items, 'item')}`
          : `how often each was filled, in ${counted(run.counters.items, 'item')}`
      }
    >
      <table className="runs-numbers">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {callbacks > 1 && <th scope="col">Callback</th>}
            <th scope="col" className="runs-grow">
              <span className="visually-hidden">Share</span>
            </th>
            <th scope="col">Filled</th>
            <th scope="col">Rate</th>
          </tr>
        </thead>
        <tbody>
          <Shortened rows={fields} first={10}>
            {({ callback, field, filled, items, rate }) => (
              <Fragment key={`${callback} ${field}`}>
                <tr>
                  <th scope="row">
                    <code className="ellipsis">{field}</code>
                  </th>
                  {callbacks > 1 && <td className="muted ellipsis">{callback}</td>}
                  <td>
                    <Meter share={rate} tone={rate === 0 ? 'danger' : rate < 0.5 ? 'warning' : 'success'} />
                  </td>
                  <td className="numeric muted" title={`${count(filled)} of ${count(items)}`}>
                    {shortCount(filled)}
                  </td>
                  <td className="numeric">{percent(Math.floor(rate * 1000) / 1000)}</td>
                </tr>
                <WhyEmptyField parts={empty} callback={callback} field={field} />
              </Fragment>
            )}
          </Shortened>
        </tbody>
      </table>
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
