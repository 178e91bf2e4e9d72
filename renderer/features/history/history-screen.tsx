import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Eraser, History, Play, Settings2 } from 'lucide-react';
import { runCommand, useCommands } from '../../commands/registry.ts';
import { useLiveRuns } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { bytes, count, dateTime } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { copyText } from '../../state/clipboard.ts';
import { Table } from '../../ui/table/table.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { navigate } from '../../navigation/router.ts';
import { historyColumns } from './history-columns.tsx';
import { historySource, type HistoryPage, type CrawlHistory } from './history-source.ts';
import { effectWords, isIncremental } from './history-words.ts';
import { PageInspector } from './page-inspector.tsx';
import { clearHistory, removePage } from './removal.ts';
import './history.css';

/** The crawl history of a spider: the pages that full runs have read and extracted, with a search and a way to clear it. */
export function HistoryScreen({ params }: { params: RouteParams }) {
  const { project = '', spider = '' } = params;
  const { value: history, error, refresh } = useCall('history.show', { project, spider, limit: 1 });
  const { value: saved } = useCall('spiders.get', { project, spider });
  const [version, setVersion] = useState(0);
  const incremental = saved === null ? null : isIncremental(saved.text);
  const readAgain = () => {
    refresh();
    setVersion((before) => before + 1);
  };
  useWhenRunsChange(project, spider, readAgain);
  if (error !== null && history === null)
    return <ErrorState error={error} title="The crawl history could not be loaded." onRetry={refresh} />;
  if (history === null || incremental === null) return null;
  if (history.count === 0 && history.cache.answers === 0) {
    return <NoHistory {...{ project, spider, incremental }} />;
  }
  return <FullHistory {...{ project, spider, history, incremental, version, readAgain }} />;
}

/** Reads again when the screen is shown, and when a run of the spider begins, ends or changes its state. */
function useWhenRunsChange(project: string, spider: string, readAgain: () => void): void {
  const states = useLiveRuns(({ runs }) =>
    [...runs.values()]
      .filter((run) => run.project === project && run.spider === spider)
      .map((run) => `${run.id} ${run.state}`)
      .join(),
  );
  const again = useEffectEvent(readAgain);
  useEffect(() => again(), [states, project, spider]);
}

interface FullHistoryProps {
  project: string;
  spider: string;
  history: CrawlHistory;
  incremental: boolean;
  version: number;
  readAgain: () => void;
}

function FullHistory({ project, spider, history, incremental, version, readAgain }: FullHistoryProps) {
  const [text, setText] = useState('');
  const [matching, setMatching] = useState(history.count);
  const [page, setPage] = useState<HistoryPage | null>(null);
  const search = useRef<HTMLInputElement | null>(null);
  const source = useMemo(
    () => historySource({ project, spider }, text.trim(), { version, onMatching: setMatching }),
    [project, spider, text, version],
  );
  const name = { project, spider };
  const clear = async () => {
    if (await clearHistory(name, history)) readAgain();
  };
  const remove = async (chosen: HistoryPage) => {
    if (!(await removePage(name, chosen))) return;
    setPage(null);
    readAgain();
  };
  useCommands([
    {
      id: 'history.clear',
      title: 'Clear the crawl history',
      category: 'Crawl history',
      keywords: ['reset', 'deltafetch', 'incremental', 'forget'],
      run: () => clear(),
    },
    {
      id: 'history.remove-page',
      title: 'Remove the page from the crawl history',
      category: 'Crawl history',
      keywords: ['reset', 'deltafetch', 'incremental', 'forget'],
      keys: ['Delete'],
      when: () => page !== null,
      run: () => (page === null ? undefined : remove(page)),
    },
    {
      id: 'history.find',
      title: 'Find a page in the crawl history',
      category: 'Crawl history',
      keys: ['Mod+F', '/'],
      run: () => search.current?.select(),
    },
  ]);
  return (
    <div className="history">
      <FrameActions>
        <Button icon={Eraser} onClick={() => void clear()}>
          Clear history…
        </Button>
      </FrameActions>
      <Facts history={history} incremental={incremental} onSettings={() => openSettings(project, spider)} />
      <div className="history-bar">
        <SearchField
          ref={search}
          className="history-search"
          label="Find pages by URL"
          value={text}
          onChange={setText}
          count={`${count(matching)} of ${count(history.count)}`}
          command="history.find"
          mono
        />
      </div>
      <SplitPanes name="history" direction="vertical" foldBelow={340} className="grow">
        <Pane id="table" label="Pages" size={66} min={120}>
          <div className="history-pane" data-pane="history">
            <Table
              label={`Pages in the crawl history of ${spider}`}
              source={source}
              columns={historyColumns}
              layoutName="history"
              placeName={`history ${project}/${spider}`}
              rowId={(row) => row.url}
              selectFirst
              onSelect={(row) => row !== null && setPage(row)}
              rowMenu={(row) => [
                {
                  label: 'Copy URL',
                  run: () => void copyText(row.url),
                },
                {
                  label: `Open run ${row.fetchedRun}`,
                  icon: History,
                  run: () => navigate(['run', row.fetchedRun]),
                },
                { kind: 'separator' },
                {
                  label: 'Remove from history…',
                  icon: Eraser,
                  command: 'history.remove-page',
                  danger: true,
                  run: () => void remove(row),
                },
              ]}
              empty={
                <EmptyState icon={History} title="No page matches">
                  No URL in the crawl history contains “{text}”.
                </EmptyState>
              }
            />
          </div>
        </Pane>
        <Pane id="inspector" label="Inspector" min={100} collapsible>
          <div className="history-pane" data-pane="inspector">
            <PageInspector page={page} incremental={incremental} onRemove={(chosen) => void remove(chosen)} />
          </div>
        </Pane>
      </SplitPanes>
    </div>
  );
}

interface FactsProps {
  history: CrawlHistory;
  incremental: boolean;
  onSettings: () => void;
}

function Facts({ history, incremental, onSettings }: FactsProps) {
  const { count: pages, extracted, since, cache } = history;
  return (
    <div className="history-head">
      <dl className="history-facts">
        <Fact name="Pages read" value={count(pages)} />
        <Fact name="Extracted" value={count(extracted)} />
        <Fact name="Since" value={since === null ? '–' : dateTime(since)} />
        <Fact
          name="Cached responses"
          value={cache.answers === 0 ? 'none' : `${count(cache.answers)} (${bytes(cache.bytes)})`}
        />
      </dl>
      <div className="history-effect">
        <Badge tone={incremental ? 'success' : 'neutral'}>
          {incremental ? 'Incremental' : 'Not incremental'}
        </Badge>
        <p className="muted grow">{effectWords(incremental, history)}</p>
        {!incremental && (
          <Button size="small" icon={Settings2} onClick={onSettings}>
            Open the spider
          </Button>
        )}
      </div>
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="numeric">{value}</dd>
  </div>
);

interface NothingProps {
  project: string;
  spider: string;
  incremental: boolean;
}

function NoHistory({ project, spider, incremental }: NothingProps) {
  return (
    <EmptyState
      icon={History}
      title={`${spider} has no crawl history yet`}
      command="run.start"
      actions={
        <>
          <Button variant="primary" icon={Play} onClick={() => runCommand('run.start')}>
            Start a run…
          </Button>
          {!incremental && (
            <Button icon={Settings2} onClick={() => openSettings(project, spider)}>
              Open the spider
            </Button>
          )}
        </>
      }
    >
      <p>Every full run records which pages it reads and extracts. Test runs do not.</p>
      <p>
        {incremental ? (
          <>
            <code>DELTAFETCH_ENABLED</code> is on in this spider: after a full run, the next one skips
            extracted pages and fetches only those that are new or changed.
          </>
        ) : (
          <>
            With <code>&quot;DELTAFETCH_ENABLED&quot;: true</code> in the settings of the spider, a full run
            skips pages that earlier runs have extracted and fetches only those that are new or changed.
          </>
        )}
      </p>
    </EmptyState>
  );
}

const openSettings = (project: string, spider: string) => navigate(['spider', project, spider, 'author']);
