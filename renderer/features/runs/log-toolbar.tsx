import type { RefObject } from 'react';
import { ArrowDownToLine, Copy, Download, ListFilter, Pause, Play, Square } from 'lucide-react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { useCall } from '../../state/query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { count, counted } from '../../ui/format.ts';
import { Menu, type MenuEntries } from '../../ui/menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Toolbar, ToolbarSeparator, ToolbarSpace } from '../../ui/toolbar.tsx';
import { kindWords } from './log-kinds.ts';
import type { LogView } from './log-view.ts';
import type { LogExport } from './use-log-export.ts';
import type { Log } from './use-log.ts';
import { useRefreshing } from './use-run.ts';

interface LogToolbarProps {
  run: RunSummary;
  log: Log;
  kinds: readonly string[];
  text: string;
  /** How many lines are shown. */
  shown: number;
  held: boolean;
  /** Whether the end of the log is followed, and in sight. */
  following: boolean;
  exporting: LogExport;
  searchField: RefObject<HTMLInputElement | null>;
  onChange: (next: Partial<LogView>) => void;
  onHold: () => void;
  onFollow: () => void;
  onCopy: () => void;
}

/** Above the log: filtering, holding, following, copying and exporting it. */
export function LogToolbar(props: LogToolbarProps) {
  const { run, log, kinds, text, shown, held, following, exporting, searchField } = props;
  const { onChange, onHold, onFollow, onCopy } = props;
  return (
    <Toolbar label="Log">
      <SearchField
        ref={searchField}
        className="runs-filter-text"
        label="Filter the log by text"
        placeholder="Filter by text"
        command="run.find-in-log"
        value={text}
        onChange={(next) => onChange({ text: next })}
        count={`${count(shown)} of ${count(log.events.length)}`}
      />
      <KindFilter run={run} chosen={kinds} onChange={(next) => onChange({ kinds: next })} />
      <ToolbarSpace />
      {isUnderWay(run) && (
        <Button
          size="small"
          variant={held ? 'primary' : 'quiet'}
          icon={held ? Play : Pause}
          aria-pressed={held}
          onClick={onHold}
        >
          {held ? `Go on${log.held.length > 0 ? `, ${count(log.held.length + log.lost)} new` : ''}` : 'Hold'}
        </Button>
      )}
      <IconButton
        label={following ? 'Following the end' : 'Follow the end'}
        icon={ArrowDownToLine}
        command="run.log-follow"
        pressed={following}
        onClick={onFollow}
      />
      <ToolbarSeparator />
      <IconButton label="Copy the shown lines" icon={Copy} command="run.log-copy" onClick={onCopy} />
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
