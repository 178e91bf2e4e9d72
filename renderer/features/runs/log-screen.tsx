import { useEffect, useMemo, useRef, useState } from 'react';
import { ArrowDownToLine, ScrollText } from 'lucide-react';
import type { RunEvent, RunSummary } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { navigate, useLocation } from '../../navigation/router.ts';
import { copyText } from '../../state/clipboard.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { count, counted } from '../../ui/format.ts';
import { Spinner } from '../../ui/progress.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { eventHas, eventText } from './log-kinds.ts';
import { LogLine } from './log-line.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import { changeLogView, useLogView } from './log-view.ts';
import { RunButtons } from './run-buttons.tsx';
import { useLogExport } from './use-log-export.ts';
import { useLog, type Log } from './use-log.ts';
import { useRun } from './use-run.ts';
import './log-screen.css';

/** The most lines that are copied; the export writes more. */
const maxCopied = 10_000;

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
  if (error !== null) return <ErrorState error={error} title="The run could not be loaded." />;
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
  const exporting = useLogExport(id, kinds, text);
  const change = (next: Parameters<typeof changeLogView>[1]) => changeLogView(id, next);
  const toEnd = () => {
    change({ follow: true });
    setAtEnd(true);
    // A new list starts at its end.
    setPlace((before) => before + 1);
  };
  const toggleFollow = () => (follow && atEnd ? change({ follow: false }) : toEnd());
  const copy = () => {
    const lines = shown.slice(-maxCopied);
    void copyText(
      lines.map(eventText).join('\n'),
      lines.length < shown.length
        ? `The newest ${count(lines.length)} of ${count(shown.length)} lines were copied`
        : `${counted(lines.length, 'line')} copied`,
    );
  };
  useLogCommands({
    held,
    find: () => field.current?.select(),
    follow: toggleFollow,
    hold: () => setHeld(!held),
    copy,
    exportLines: exporting.start,
  });
  return (
    <div className="runs-log">
      <FrameActions>
        <RunButtons run={run} />
      </FrameActions>
      <LogToolbar
        run={run}
        log={log}
        kinds={kinds}
        text={text}
        shown={shown.length}
        held={held}
        following={follow && atEnd}
        exporting={exporting}
        searchField={field}
        onChange={change}
        onHold={() => setHeld(!held)}
        onFollow={toggleFollow}
        onCopy={copy}
      />
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

interface LogActions {
  held: boolean;
  find: () => void;
  follow: () => void;
  hold: () => void;
  copy: () => void;
  exportLines: () => void;
}

function useLogCommands({ held, find, follow, hold, copy, exportLines }: LogActions): void {
  useCommands([
    {
      id: 'run.find-in-log',
      title: 'Filter the log by text',
      category: 'Log',
      keys: ['Mod+F', '/'],
      run: find,
    },
    {
      id: 'run.log-follow',
      title: 'Follow the end of the log',
      category: 'Log',
      keys: ['F'],
      run: follow,
    },
    {
      id: 'run.log-hold',
      title: held ? 'Let the log go on' : 'Hold the log',
      category: 'Log',
      keys: ['H'],
      run: hold,
    },
    { id: 'run.log-copy', title: 'Copy the shown lines', category: 'Log', keys: ['Y'], run: copy },
    {
      id: 'run.log-export',
      title: 'Export the log as JSON lines',
      category: 'Log',
      keys: ['E'],
      run: exportLines,
    },
  ]);
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
    return <ErrorState error={log.error} title="The log could not be loaded." onRetry={log.reload} />;
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
        title={filtered ? 'No matching lines' : 'No events yet'}
        actions={
          filtered && (
            <>
              {log.older && (
                <Button busy={log.loadingOlder} onClick={() => log.loadOlder(has)}>
                  Search older lines
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
          : 'Events appear here as they happen.'}
      </EmptyState>
    );
  }
  return (
    <>
      {log.older && (
        <div className="runs-log-older">
          <Button size="small" variant="quiet" busy={log.loadingOlder} onClick={() => log.loadOlder(has)}>
            Load older lines
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
