import { useEffect, useMemo, useRef, useState } from 'react';
import { ArrowDownToLine, Copy, Download, ListFilter, Pause, Play, ScrollText, Square } from 'lucide-react';
import type { RunEvent, RunSummary } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { getClient } from '../../state/client.ts';
import { isUnderWay } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { count, counted } from '../../ui/format.ts';
import { Menu, type MenuEntries } from '../../ui/menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Toolbar, ToolbarSeparator, ToolbarSpace } from '../../ui/toolbar.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { navigate, useLocation } from '../../navigation/router.ts';
import { exportLog, saveAs } from './log-export.ts';
import { eventHas, eventText, kindWords } from './log-kinds.ts';
import { LogLine } from './log-line.tsx';
import { changeLogView, useLogView } from './log-view.ts';
import { copyText } from '../../state/clipboard.ts';
import { RunButtons } from './run-buttons.tsx';
import { useLog, type Log } from './use-log.ts';
import { useRefreshing, useRun } from './use-run.ts';
import './log-screen.css';

/** Lines that are copied at most; more are a matter for the export. */
const mostCopied = 10_000;

/** What happens in a run, as it happens. */
export function LogScreen({ params }: { params: RouteParams }) {
  const { run: id = '' } = params;
  const { run, error } = useRun(id);
  const { query } = useLocation();
  const wanted = query.get('kinds');
  useEffect(() => {
    if (wanted === null) return;
    changeLogView(id, { kinds: wanted.split(',').filter((kind) => kind !== ''), text: '' });
    navigate(['run', id, 'log'], { replace: true });
  }, [id, wanted]);
  if (error !== null) return <ErrorState error={error} title="The run could not be read." />;
  return run === null || wanted !== null ? null : <RunLog run={run} />;
}

function RunLog({ run }: { run: RunSummary }) {
  const { id } = run;
  const { kinds, text, follow } = useLogView(id);
  const [held, setHeld] = useState(false);
  const log = useLog(id, kinds, held);
  const shown = useMemo(
    () => (text === '' ? log.events : log.events.filter((event) => eventHas(event, text))),
    [log.events, text],
  );
  const [atEnd, setAtEnd] = useState(true);
  const [place, setPlace] = useState(0);
  const field = useRef<HTMLInputElement | null>(null);
  const exporting = useExport(id, kinds, text);
  const change = (next: Parameters<typeof changeLogView>[1]) => changeLogView(id, next);
  const toEnd = () => {
    change({ follow: true });
    setAtEnd(true);
    // Drawn anew, the list begins at its end.
    setPlace((before) => before + 1);
  };
  const toggleFollow = () => (follow && atEnd ? change({ follow: false }) : toEnd());
  const copy = () => {
    const lines = shown.slice(-mostCopied);
    void copyText(
      lines.map(eventText).join('\n'),
      lines.length < shown.length
        ? `The newest ${count(lines.length)} of ${count(shown.length)} lines were copied`
        : `${counted(lines.length, 'line')} copied`,
    );
  };
  useCommands([
    {
      id: 'run.find-in-log',
      title: 'Filter the log by text',
      category: 'Log',
      keys: ['Mod+F', '/'],
      run: () => field.current?.select(),
    },
    {
      id: 'run.log-follow',
      title: 'Follow the end of the log',
      category: 'Log',
      keys: ['F'],
      run: toggleFollow,
    },
    {
      id: 'run.log-hold',
      title: held ? 'Let the log go on' : 'Hold the log',
      category: 'Log',
      keys: ['H'],
      run: () => setHeld(!held),
    },
    { id: 'run.log-copy', title: 'Copy the shown lines', category: 'Log', keys: ['Y'], run: copy },
    {
      id: 'run.log-export',
      title: 'Export the log as JSON lines',
      category: 'Log',
      keys: ['E'],
      run: exporting.start,
    },
  ]);
  return (
    <div className="runs-log">
      <FrameActions>
        <RunButtons run={run} />
      </FrameActions>
      <Toolbar label="Log">
        <SearchField
          ref={field}
          className="runs-filter-text"
          label="Filter the log by text"
          placeholder="Filter by text"
          command="run.find-in-log"
          value={text}
          onChange={(next) => change({ text: next })}
          count={`${count(shown.length)} of ${count(log.events.length)}`}
        />
        <KindFilter run={run} chosen={kinds} onChange={(next) => change({ kinds: next })} />
        <ToolbarSpace />
        {isUnderWay(run) && (
          <Button
            size="small"
            variant={held ? 'primary' : 'quiet'}
            icon={held ? Play : Pause}
            aria-pressed={held}
            onClick={() => setHeld(!held)}
          >
            {held
              ? `Go on${log.held.length > 0 ? `, ${count(log.held.length + log.lost)} new` : ''}`
              : 'Hold'}
          </Button>
        )}
        <IconButton
          label={follow && atEnd ? 'Following the end' : 'Follow the end'}
          icon={ArrowDownToLine}
          command="run.log-follow"
          pressed={follow && atEnd}
          onClick={toggleFollow}
        />
        <ToolbarSeparator />
        <IconButton label="Copy the shown lines" icon={Copy} command="run.log-copy" onClick={copy} />
        {exporting.lines === null ? (
          <IconButton
            label="Export as JSON lines"
            icon={Download}
            command="run.log-export"
            onClick={exporting.start}
          />
        ) : (
          <Button size="small" icon={Square} onClick={exporting.cancel}>
            Cancel the export, {counted(exporting.lines, 'line')}
          </Button>
        )}
      </Toolbar>
      <div className="runs-log-body" data-pane="log">
        <LogBody
          key={place}
          run={run}
          log={log}
          shown={shown}
          text={text}
          follow={follow && !held}
          filtered={kinds.length > 0 || text !== ''}
          onAtEnd={setAtEnd}
        />
        {!atEnd && (
          <Button className="runs-log-end" size="small" icon={ArrowDownToLine} onClick={toEnd}>
            To the end
          </Button>
        )}
      </div>
    </div>
  );
}

interface LogBodyProps {
  run: RunSummary;
  log: Log;
  shown: readonly RunEvent[];
  text: string;
  follow: boolean;
  filtered: boolean;
  onAtEnd: (atEnd: boolean) => void;
}

function LogBody({ run, log, shown, text, follow, filtered, onAtEnd }: LogBodyProps) {
  const has = (event: RunEvent) => text === '' || eventHas(event, text);
  if (log.error !== null && log.events.length === 0) {
    return <ErrorState error={log.error} title="The log could not be read." onRetry={log.reload} />;
  }
  if (log.loading && log.events.length === 0) {
    return (
      <div className="wb-loading" role="status">
        <Spinner size={18} />
        <span className="visually-hidden">Loading</span>
      </div>
    );
  }
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={ScrollText}
        title={filtered ? 'No line fits' : 'Nothing has happened yet'}
        actions={
          filtered && (
            <>
              {log.older && (
                <Button busy={log.loadingOlder} onClick={() => log.loadOlder(has)}>
                  Look in older lines
                </Button>
              )}
              <Button variant="primary" onClick={() => changeLogView(run.id, { kinds: [], text: '' })}>
                Show all
              </Button>
            </>
          )
        }
      >
        {filtered
          ? `Among ${counted(log.events.length, 'line')} that were read${log.older ? '; there are older ones' : ''}.`
          : 'What is fetched, extracted, dropped, tried again or given up is shown here as it happens.'}
      </EmptyState>
    );
  }
  return (
    <>
      {log.older && (
        <div className="runs-log-older">
          <Button size="small" variant="quiet" busy={log.loadingOlder} onClick={() => log.loadOlder(has)}>
            Read older lines
          </Button>
        </div>
      )}
      <VirtualList
        label={`Log of run ${run.id}`}
        count={shown.length}
        rowKey={(index) => shown[index]?.id ?? String(index)}
        row={(index) => {
          const event = shown[index];
          return event === undefined ? null : <LogLine event={event} text={text} />;
        }}
        estimate={24}
        followEnd={follow}
        onAtEnd={onAtEnd}
      />
    </>
  );
}

interface KindFilterProps {
  run: RunSummary;
  chosen: readonly string[];
  onChange: (kinds: readonly string[]) => void;
}

function KindFilter({ run, chosen, onChange }: KindFilterProps) {
  const { value, fetching, refresh } = useCall('runs.show', { run: run.id });
  useRefreshing(run, fetching, refresh);
  const known = value?.eventKinds ?? [];
  const kinds = [
    ...known,
    ...chosen.filter((kind) => !known.some((each) => each.kind === kind)).map((kind) => ({ kind, count: 0 })),
  ];
  const entries: MenuEntries = [
    { label: 'All kinds', checked: chosen.length === 0, run: () => onChange([]) },
    { kind: 'separator' },
    ...kinds.map(({ kind, count: times }) => ({
      label: `${kindWords(kind).title} (${count(times)})`,
      checked: chosen.includes(kind),
      keepOpen: true,
      run: () => onChange(chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]),
    })),
  ];
  const label =
    chosen.length === 0
      ? 'All kinds'
      : chosen.length <= 2
        ? chosen.map((kind) => kindWords(kind).title).join(', ')
        : `${count(chosen.length)} kinds`;
  return (
    <Menu entries={entries}>
      <Button size="small" icon={ListFilter} variant={chosen.length === 0 ? 'quiet' : 'normal'}>
        {label}
      </Button>
    </Menu>
  );
}

function useExport(run: string, kinds: readonly string[], text: string) {
  const [lines, setLines] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async () => {
    if (abort.current !== null) return;
    const control = new AbortController();
    abort.current = control;
    setLines(0);
    const has = (event: RunEvent) => text === '' || eventHas(event, text);
    const found = await exportLog(
      getClient(),
      { run, kinds, has },
      { signal: control.signal, onLines: setLines },
    );
    abort.current = null;
    setLines(null);
    if (control.signal.aborted) return;
    if (!found.ok) toast.error(found.error, 'The log was not exported.');
    else {
      saveAs(`run-${run}-log.jsonl`, found.parts, 'application/jsonl');
      toast.success(`${counted(found.lines, 'line')} of the log exported`);
    }
  };
  return { lines, start: () => void start(), cancel: () => abort.current?.abort() };
}
