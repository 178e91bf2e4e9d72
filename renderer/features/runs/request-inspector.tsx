import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ArrowLeft, Copy, FileSearch, Package, ScanSearch } from 'lucide-react';
import type { RequestDetail, RequestRow, RunSummary } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { bytes, count, counted, dateTime, duration, timeOfDay } from '../../ui/format.ts';
import { InspectorPane, PropertyList } from '../../ui/inspector-pane.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { href, navigate } from '../../navigation/router.ts';
import { adviceFor } from './advice.ts';
import { statusTone, statusWords } from './http-words.ts';
import { kindWords } from './log-kinds.ts';
import { requestStateTitle, requestStates } from './progress.ts';
import { answeredByWords, freshnessWords, RequestStateDot } from './request-columns.tsx';
import { LinkTo, RequestRows } from './request-rows.tsx';
import { goBack } from './requests-view.ts';
import { testerHref } from './run-actions.ts';
import { copyText } from '../../state/clipboard.ts';

interface RequestInspectorProps {
  run: RunSummary;
  /** Its id; null: none is chosen. */
  request: string | null;
  canGoBack: boolean;
  /** Incremented while the run continues, to read an unfinished request again. */
  version: number;
  onShown: (row: RequestRow) => void;
}

/** One request in full: what was asked and answered, its links in and out, its items, and what happened to it. */
export function RequestInspector({ run, request, canGoBack, version, onShown }: RequestInspectorProps) {
  const { value, error, refresh } = useCall('runs.request', request === null ? null : { request });
  const shown = value !== null && value.request.id === request ? value : null;
  const state = shown?.request.state;
  const again = useEffectEvent(() => {
    if (state === 'queued' || state === 'active') refresh();
  });
  useEffect(() => again(), [version]);
  const tell = useEffectEvent(() => {
    if (shown !== null) onShown(shown.request);
  });
  useEffect(() => tell(), [shown]);
  if (request === null) {
    return (
      <EmptyState icon={ScanSearch} title="Select a request">
        Its answer, links, items and history appear here.
      </EmptyState>
    );
  }
  if (error !== null && shown === null)
    return <ErrorState error={error} title="The request could not be loaded." />;
  if (shown === null) return null;
  return <Inspected run={run} detail={shown} canGoBack={canGoBack} />;
}

const tabIds = ['facts', 'links', 'rows', 'items', 'history'] as const;
type TabId = (typeof tabIds)[number];
const isTab = (id: string): id is TabId => tabIds.some((each) => each === id);

function Inspected({
  run,
  detail,
  canGoBack,
}: {
  run: RunSummary;
  detail: RequestDetail;
  canGoBack: boolean;
}) {
  const [tab, setTab] = useState<TabId>('facts');
  const { request, children, childCount, items, events, parent } = detail;
  const rowCount = detail.rowCount + detail.leadingRowCount;
  const shown = tab === 'rows' && rowCount === 0 ? 'facts' : tab;
  return (
    <div className="runs-inspector fill">
      <InspectorPane
        label={`Request ${request.url}`}
        title={
          <span className="runs-inspector-title">
            <RequestStateDot state={request.state} />
            <span className="visually-hidden">{requestStateTitle(request.state)}</span>
            {request.status !== null && <Badge tone={statusTone(request.status)}>{request.status}</Badge>}
            <span className="mono ellipsis" title={request.url}>
              {request.url}
            </span>
          </span>
        }
        actions={
          <>
            {canGoBack && (
              <IconButton
                label="Previous request"
                icon={ArrowLeft}
                size="small"
                command="run.request-back"
                onClick={() => goBack(run.id)}
              />
            )}
            <IconButton
              label="Copy the URL"
              icon={Copy}
              size="small"
              command="run.copy-url"
              onClick={() => void copyText(request.url, 'URL copied')}
            />
            <Button
              size="small"
              icon={FileSearch}
              disabled={!request.hasPage}
              title={request.hasPage ? undefined : 'No page is stored for this request'}
              onClick={() => navigate(testerHref(run, request.id))}
            >
              Open in the tester
            </Button>
          </>
        }
      >
        <Tabs
          label="About the request"
          value={shown}
          scrolls={shown === 'facts'}
          onChange={(id) => isTab(id) && setTab(id)}
          tabs={[
            { id: 'facts', title: 'Request and response' },
            {
              id: 'links',
              title: 'Links',
              badge: <TabCount of={childCount + (parent === null ? 0 : 1)} />,
            },
            ...(rowCount === 0 ? [] : [{ id: 'rows', title: 'Rows', badge: <TabCount of={rowCount} /> }]),
            { id: 'items', title: 'Items', badge: <TabCount of={items.length} /> },
            { id: 'history', title: 'History', badge: <TabCount of={events.length} /> },
          ]}
        >
          {shown === 'facts' && <Facts run={run} detail={detail} />}
          {tab === 'links' && <Links run={run} parent={parent} links={children} total={childCount} />}
          {shown === 'rows' && <RequestRows run={run} detail={detail} />}
          {tab === 'items' && <Items request={request} items={items} />}
          {tab === 'history' && <History detail={detail} />}
        </Tabs>
      </InspectorPane>
    </div>
  );
}

/** Why a request has no status, by its state. */
const withoutAnswer: Readonly<Record<RequestRow['state'], string>> = {
  queued: 'Not answered yet.',
  active: 'Not answered yet.',
  done: 'No answer came.',
  failed: 'No answer came.',
  skipped: 'It was skipped and has no answer.',
};

const TabCount = ({ of }: { of: number }) => <span className="subtle numeric">{count(of)}</span>;

function Facts({ run, detail }: { run: RunSummary; detail: RequestDetail }) {
  const { request, parent, page, sent, statusLine, headers, decision } = detail;
  const { state, reason } = request;
  const advice = reason === null ? null : adviceFor(reason);
  const means = requestStates.find((each) => each.state === state)?.means ?? '';
  return (
    <div className="runs-facts">
      <section aria-label="Request">
        <h3>Request</h3>
        <PropertyList
          entries={[
            [
              'State',
              <div key="state">
                {requestStateTitle(state)}. <span className="muted">{reason === null ? means : reason}</span>
                {advice !== null && <p className="muted runs-advice">{advice}</p>}
              </div>,
            ],
            decision !== null && ['Why', decision],
            [
              'Found on',
              parent === null ? (
                'A start URL or a sitemap'
              ) : (
                <LinkTo key="parent" run={run} id={parent.id} url={parent.url} />
              ),
            ],
            ['Depth', `${request.depth}, priority ${request.priority}`],
            ...(request.isFile === true
              ? [['Kind', 'A file of an item'] as const]
              : ([
                  ['Callback', request.callback ?? 'none (links only)'],
                  ['Links', request.follow ? 'followed' : 'not followed'],
                ] as const)),
            ['Tries', count(request.tries)],
            sent !== null && ['Method', sent.method],
            ...(sent?.headers ?? []).map(({ name, value }): [string, ReactNode] => [
              name,
              <span className="mono" key="value">
                {value}
              </span>,
            ]),
            sent !== null &&
              sent.body !== null && [
                'Body',
                <span className="mono" key="body">
                  {sent.body === '' ? '(empty)' : sent.body}
                </span>,
              ],
          ]}
        />
      </section>
      <section aria-label="Response">
        <h3>Response</h3>
        {request.status === null ? (
          <p className="muted runs-none">{withoutAnswer[state]}</p>
        ) : (
          <PropertyList
            entries={[
              [
                'Status',
                `${request.status} ${statusWords(request.status)}${statusLine === null ? '' : ` (${statusLine})`}`,
              ],
              request.finalUrl !== null &&
                request.finalUrl !== request.url && [
                  'Ended at',
                  <span className="mono" key="url">
                    {request.finalUrl}
                  </span>,
                ],
              request.answeredBy !== null && ['Answered by', answeredByWords[request.answeredBy]],
              ['Type', request.contentType ?? 'not specified'],
              request.bytes !== null && ['Size', bytes(request.bytes)],
              request.durationMs !== null && ['Time', duration(request.durationMs)],
              request.freshness !== null && ['Freshness', freshnessWords[request.freshness]],
              request.finishedAt !== null && [
                'Finished',
                `${timeOfDay(request.finishedAt)} (${dateTime(request.finishedAt).split(',')[0] ?? ''})`,
              ],
              ['Stored page', page === null ? 'none' : `${bytes(page.bytes)}, ${page.encoding}`],
            ]}
          />
        )}
      </section>
      {headers !== null && headers.length > 0 && (
        <section aria-label="Headers" className="runs-facts-wide">
          <h3>Headers</h3>
          <PropertyList
            entries={headers.map(({ name, value }) => [
              name,
              <span className="mono" key="value">
                {value}
              </span>,
            ])}
          />
        </section>
      )}
    </div>
  );
}

interface LinksProps {
  run: RunSummary;
  parent: RequestDetail['parent'];
  links: RequestDetail['children'];
  total: number;
}

function Links({ run, parent, links, total }: LinksProps) {
  return (
    <div className="runs-links">
      <section aria-label="Links in">
        <h3>In</h3>
        {parent === null ? (
          <p className="muted runs-none">It is a start URL or a sitemap entry.</p>
        ) : (
          <LinkList run={run} links={[parent]} />
        )}
      </section>
      <section aria-label="Links out">
        <h3>
          Out <span className="subtle numeric">{count(total)}</span>
        </h3>
        {total === 0 ? (
          <p className="muted runs-none">No new pages were found on it.</p>
        ) : (
          <>
            <LinkList run={run} links={links} />
            {total > links.length && (
              <p className="muted runs-none">
                The first {count(links.length)} of {counted(total, 'page')} that were found on it first.
              </p>
            )}
          </>
        )}
      </section>
    </div>
  );
}

const LinkList = ({ run, links }: { run: RunSummary; links: RequestDetail['children'] }) => (
  <ul>
    {links.map(({ id, url, state, items }) => (
      <li key={id} className="runs-link-row">
        <RequestStateDot state={state} />
        <span className="visually-hidden">{requestStateTitle(state)}</span>
        <LinkTo run={run} id={id} url={url} />
        {items > 0 && <Badge tone="success">{counted(items, 'item')}</Badge>}
      </li>
    ))}
  </ul>
);

function Items({ request, items }: { request: RequestRow; items: RequestDetail['items'] }) {
  if (items.length === 0) {
    return (
      <EmptyState icon={Package} title="No items came from this page">
        {request.isFile === true
          ? 'It is a file of an item, which is found on the page before it.'
          : request.callback === null
            ? 'No rule passes it to a callback, so only its links are read.'
            : (request.reason ?? 'Open it in the tester to see what the selectors match.')}
      </EmptyState>
    );
  }
  return (
    <ul className="runs-items">
      {items.map(({ id, callback, title, position }) => (
        <li key={id}>
          <a href={href(['item', id])}>{title ?? `Item ${position}`}</a>
          <span className="subtle small">{callback}</span>
        </li>
      ))}
    </ul>
  );
}

function History({ detail: { events } }: { detail: RequestDetail }) {
  if (events.length === 0) return <p className="muted runs-none">No events yet.</p>;
  return (
    <ol className="runs-history">
      {events.map(({ id, at, kind, message }) => {
        const { title, tone } = kindWords(kind);
        return (
          <li key={id}>
            <time className="mono subtle" dateTime={at}>
              {timeOfDay(at)}
            </time>
            <Badge tone={tone}>{title}</Badge>
            <span>{message}</span>
          </li>
        );
      })}
    </ol>
  );
}
