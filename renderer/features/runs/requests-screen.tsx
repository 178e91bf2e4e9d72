import { useEffect, useMemo, useRef, useState } from 'react';
import { ListTree } from 'lucide-react';
import type { RequestRow, RunSummary } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Table } from '../../ui/table/table.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { navigate, useLocation } from '../../navigation/router.ts';
import { requestMenu, useRequestCommands } from './request-actions.ts';
import { requestColumns } from './request-columns.tsx';
import {
  everything,
  filterFromQuery,
  filterParts,
  isEverything,
  type RequestFilter,
} from './request-filter.ts';
import { RequestFilters } from './request-filters.tsx';
import { RequestInspector } from './request-inspector.tsx';
import { requestSource } from './request-source.ts';
import { changeView, choose, goBack, setFilter, useRequestsView } from './requests-view.ts';
import { testerHref } from './run-actions.ts';
import { RunButtons } from './run-buttons.tsx';
import { useRefreshing, useRun } from './use-run.ts';
import './requests-screen.css';

/** Every request of a run, and the chosen one in full below. */
export function RequestsScreen({ params }: { params: RouteParams }) {
  const { run: id = '' } = params;
  const { run, error } = useRun(id);
  const isApplied = useQueryOfAddress(id);
  if (error !== null) return <ErrorState error={error} title="The run could not be loaded." />;
  return run === null || !isApplied ? null : <Requests run={run} />;
}

/** Applies the filter of a link, then removes it from the address. @returns whether that is done */
function useQueryOfAddress(run: string): boolean {
  const { query } = useLocation();
  const text = query.toString();
  useEffect(() => {
    if (text === '') return;
    const wanted = new URLSearchParams(text);
    const request = wanted.get('request');
    const filter = filterFromQuery(wanted);
    changeView(run, () => ({
      ...(request !== null && isEverything(filter) ? {} : { filter }),
      ...(request === null ? {} : { inspected: request, trail: [] }),
    }));
    navigate(['run', run, 'requests'], { replace: true });
  }, [run, text]);
  return text === '';
}

function Requests({ run }: { run: RunSummary }) {
  const { id } = run;
  const view = useRequestsView(id);
  const { filter, sort, inspected, chosen, trail } = view;
  const details = useCall('runs.show', { run: id });
  const [version, setVersion] = useState(0);
  const [total, setTotal] = useState<number | null>(null);
  const urlField = useRef<HTMLInputElement | null>(null);
  const box = useRef<HTMLDivElement | null>(null);
  useRefreshing(run, details.fetching, () => {
    details.refresh();
    setVersion((before) => before + 1);
  });
  const source = useMemo(
    () => requestSource(id, filter, sort, { version, onTotal: setTotal }),
    [id, filter, sort, version],
  );
  const selected = useRef<RequestRow | null>(null);
  const change = (next: RequestFilter) => setFilter(id, next);
  useRequestCommands({
    filter,
    hasTrail: trail.length > 0,
    selected: () => selected.current,
    find: () => urlField.current?.select(),
    clear: () => change(everything),
    openPage: () => navigate(testerHref(run, inspected)),
    back: () => goBack(id),
  });
  return (
    <div className="runs-requests" ref={box}>
      <FrameActions>
        <RunButtons run={run} />
      </FrameActions>
      <RequestFilters
        run={run}
        details={details.value}
        filter={filter}
        total={total}
        onChange={change}
        urlField={urlField}
      />
      <SplitPanes name="requests" direction="vertical" foldBelow={340} className="grow">
        <Pane id="table" label="Requests" size={58} min={140}>
          <div className="runs-pane" data-pane="requests">
            <Table
              label={`Requests of run ${id}`}
              source={source}
              columns={requestColumns}
              layoutName="requests"
              placeName={`requests ${id}`}
              rowId={(row) => row.id}
              sort={sort}
              onSort={(next) => changeView(id, () => ({ sort: next }))}
              // A link may have led on from the row that was chosen.
              selectFirst={inspected === null || inspected === chosen}
              onSelect={(row, index) => {
                if (index === null) choose(id, null);
                if (row === null) return;
                selected.current = row;
                choose(id, row.id);
              }}
              onOpen={() => box.current?.querySelector<HTMLElement>('.runs-inspector [role="tab"]')?.focus()}
              rowMenu={(row) => requestMenu(row, run, filter, change)}
              empty={<NoRequests run={run} filter={filter} onChange={change} />}
            />
          </div>
        </Pane>
        <Pane id="inspector" label="Inspector" min={120} collapsible>
          <div className="runs-pane" data-pane="inspector">
            <RequestInspector
              run={run}
              request={inspected}
              canGoBack={trail.length > 0}
              version={version}
              onShown={(row) => {
                selected.current = row;
              }}
            />
          </div>
        </Pane>
      </SplitPanes>
    </div>
  );
}

interface NoRequestsProps {
  run: RunSummary;
  filter: RequestFilter;
  onChange: (filter: RequestFilter) => void;
}

function NoRequests({ run, filter, onChange }: NoRequestsProps) {
  const parts = filterParts(filter);
  if (parts.length === 0) {
    return (
      <EmptyState icon={ListTree} title="No requests yet">
        {run.state === 'queued' || run.state === 'running'
          ? 'The start URLs are fetched first. Every page that is found appears here with its result.'
          : 'The run ended before it requested a page.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ListTree}
      title="No matching requests"
      command="run.clear-filter"
      actions={
        <>
          {parts.length > 1 &&
            parts.map(({ label, without }) => (
              <Button key={label} onClick={() => onChange(without)}>
                Without “{label.length > 40 ? `${label.slice(0, 39)}…` : label}”
              </Button>
            ))}
          <Button variant="primary" onClick={() => onChange(everything)}>
            Show all
          </Button>
        </>
      }
    >
      Of the {run.counters.seen.toLocaleString('en')} known requests none is:{' '}
      {parts.map(({ label }) => label).join(' · ')}.
    </EmptyState>
  );
}
