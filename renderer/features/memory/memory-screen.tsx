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
import { memoryColumns } from './memory-columns.tsx';
import { memorySource, type RememberedPage, type SpiderMemory } from './memory-source.ts';
import { effectWords, isIncremental } from './memory-words.ts';
import { PageInspector } from './page-inspector.tsx';
import { forgetAll, forgetPage } from './reset.ts';
import './memory.css';

/** What full runs of a spider have left for the runs after them: to look through, and to forget. */
export function MemoryScreen({ params }: { params: RouteParams }) {
  const { project = '', spider = '' } = params;
  const { value: memory, error, refresh } = useCall('memory.show', { project, spider, limit: 1 });
  const { value: saved } = useCall('spiders.get', { project, spider });
  const [version, setVersion] = useState(0);
  const incremental = saved === null ? null : isIncremental(saved.text);
  const readAgain = () => {
    refresh();
    setVersion((before) => before + 1);
  };
  useWhenRunsChange(project, spider, readAgain);
  if (error !== null && memory === null)
    return <ErrorState error={error} title="The crawl history could not be loaded." onRetry={refresh} />;
  if (memory === null || incremental === null) return null;
  if (memory.count === 0 && memory.cache.answers === 0) {
    return <NothingRemembered {...{ project, spider, incremental }} />;
  }
  return <Remembered {...{ project, spider, memory, incremental, version, readAgain }} />;
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

interface RememberedProps {
  project: string;
  spider: string;
  memory: SpiderMemory;
  incremental: boolean;
  version: number;
  readAgain: () => void;
}

function Remembered({ project, spider, memory, incremental, version, readAgain }: RememberedProps) {
  const [text, setText] = useState('');
  const [matching, setMatching] = useState(memory.count);
  const [page, setPage] = useState<RememberedPage | null>(null);
  const search = useRef<HTMLInputElement | null>(null);
  const source = useMemo(
    () => memorySource({ project, spider }, text.trim(), { version, onMatching: setMatching }),
    [project, spider, text, version],
  );
  const name = { project, spider };
  const resetAll = async () => {
    if (await forgetAll(name, memory)) readAgain();
  };
  const resetPage = async (chosen: RememberedPage) => {
    if (!(await forgetPage(name, chosen))) return;
    setPage(null);
    readAgain();
  };
  useCommands([
    {
      id: 'memory.reset',
      title: 'Forget all remembered pages',
      category: 'Memory',
      keywords: ['reset', 'deltafetch', 'incremental', 'clear'],
      run: () => resetAll(),
    },
    {
      id: 'memory.reset-page',
      title: 'Forget the remembered page',
      category: 'Memory',
      keywords: ['reset', 'deltafetch', 'incremental'],
      keys: ['Delete'],
      when: () => page !== null,
      run: () => (page === null ? undefined : resetPage(page)),
    },
    {
      id: 'memory.find',
      title: 'Find a remembered page',
      category: 'Memory',
      keys: ['Mod+F', '/'],
      run: () => search.current?.select(),
    },
  ]);
  return (
    <div className="memory">
      <FrameActions>
        <Button icon={Eraser} onClick={() => void resetAll()}>
          Forget all…
        </Button>
      </FrameActions>
      <Facts memory={memory} incremental={incremental} onSettings={() => openSettings(project, spider)} />
      <div className="memory-bar">
        <SearchField
          ref={search}
          className="memory-search"
          label="Find pages by a part of their URL"
          value={text}
          onChange={setText}
          count={`${count(matching)} of ${count(memory.count)}`}
          command="memory.find"
          mono
        />
      </div>
      <SplitPanes name="memory" direction="vertical" className="grow">
        <Pane id="table" label="Remembered pages" size={66} min={120}>
          <div className="memory-pane" data-pane="memory">
            <Table
              label={`Pages that ${spider} remembers`}
              source={source}
              columns={memoryColumns}
              layoutName="memory"
              placeName={`memory ${project}/${spider}`}
              rowId={(row) => row.url}
              onSelect={(row) => row !== null && setPage(row)}
              rowMenu={(row) => [
                {
                  label: 'Copy its URL',
                  run: () => void copyText(row.url),
                },
                {
                  label: `Open run ${row.fetchedRun}`,
                  icon: History,
                  run: () => navigate(['run', row.fetchedRun]),
                },
                { kind: 'separator' },
                {
                  label: 'Forget the page…',
                  icon: Eraser,
                  command: 'memory.reset-page',
                  danger: true,
                  run: () => void resetPage(row),
                },
              ]}
              empty={
                <EmptyState icon={History} title="No remembered page fits">
                  No URL of a remembered page has “{text}” in it.
                </EmptyState>
              }
            />
          </div>
        </Pane>
        <Pane id="inspector" label="Inspector" min={100} collapsible>
          <div className="memory-pane" data-pane="inspector">
            <PageInspector
              page={page}
              incremental={incremental}
              onForget={(chosen) => void resetPage(chosen)}
            />
          </div>
        </Pane>
      </SplitPanes>
    </div>
  );
}

interface FactsProps {
  memory: SpiderMemory;
  incremental: boolean;
  onSettings: () => void;
}

function Facts({ memory, incremental, onSettings }: FactsProps) {
  const { count: pages, extracted, since, cache } = memory;
  return (
    <div className="memory-head">
      <dl className="memory-facts">
        <Fact name="Pages remembered" value={count(pages)} />
        <Fact name="Of them extracted" value={count(extracted)} />
        <Fact name="Since" value={since === null ? '–' : dateTime(since)} />
        <Fact
          name="Cached answers"
          value={cache.answers === 0 ? 'none' : `${count(cache.answers)} (${bytes(cache.bytes)})`}
        />
      </dl>
      <div className="memory-effect">
        <Badge tone={incremental ? 'success' : 'neutral'}>
          {incremental ? 'Incremental' : 'Not incremental'}
        </Badge>
        <p className="muted grow">{effectWords(incremental, memory)}</p>
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

function NothingRemembered({ project, spider, incremental }: NothingProps) {
  return (
    <EmptyState
      icon={History}
      title={`${spider} remembers no pages yet`}
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
      <p>Every full run remembers which pages it has read and extracted. Test runs do not.</p>
      <p>
        {incremental ? (
          <>
            <code>DELTAFETCH_ENABLED</code> is on in this spider: after a full run, the next one skips what
            was extracted and only takes what is new or has changed.
          </>
        ) : (
          <>
            With <code>&quot;DELTAFETCH_ENABLED&quot;: true</code> in the settings of the spider, a full run
            skips what earlier ones have extracted and only takes what is new or has changed.
          </>
        )}
      </p>
    </EmptyState>
  );
}

const openSettings = (project: string, spider: string) => navigate(['spider', project, spider, 'author']);
