import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { PanelLeft, X } from 'lucide-react';
import { shownState, useLiveRuns } from '../state/live-runs.ts';
import { IconButton } from '../ui/button.tsx';
import { ContextMenu } from '../ui/menu.tsx';
import { StateDot } from '../ui/badge.tsx';
import { toggleSidebar, useFrame } from './frame-state.ts';
import {
  closeOthers,
  closeTab,
  moveTab,
  tabKey,
  useOpenTabs,
  type OpenTab,
} from '../navigation/open-tabs.ts';
import { navigate, parseHash, useLocation } from '../navigation/router.ts';
import { findRoute } from './routes.ts';
import './tab-strip.css';

/** The open tabs of this window. */
export function TabStrip() {
  const tabs = useOpenTabs((state) => state.tabs);
  const current = tabKey(useLocation());
  const sidebar = useFrame((state) => state.sidebar && !state.narrow);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = tabs.findIndex((tab) => tab.key === current);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (next !== undefined) navigate(next.hash);
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]');
    buttons[(index + step + tabs.length) % tabs.length]?.focus();
  };
  return (
    <nav className="wb-tabs" aria-label="What is open">
      {!sidebar && (
        <IconButton
          label="Show the sidebar"
          icon={PanelLeft}
          size="small"
          command="window.sidebar"
          onClick={toggleSidebar}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on the tabs */}
      <div className="wb-tabs-list" role="tablist" aria-label="Open" onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <TabButton tab={tab} index={index} current={tab.key === current} key={tab.key} />
        ))}
      </div>
    </nav>
  );
}

/** The title of a tab: the spider or run, not its shown part. */
function tabTitle(tab: OpenTab): string {
  const { segments } = parseHash(tab.hash);
  if (segments[0] === 'spider') return segments[2] ?? 'Spider';
  if (segments[0] === 'run') return `Run ${segments[1] ?? ''}`;
  return findRoute(segments)?.title ?? tab.key;
}

function TabButton({ tab, index, current }: { tab: OpenTab; index: number; current: boolean }) {
  const ref = useRef<HTMLDivElement | null>(null);
  const { segments } = parseHash(tab.hash);
  const run = useLiveRuns((state) => (segments[0] === 'run' ? state.runs.get(segments[1] ?? '') : undefined));
  const Icon = findRoute(segments)?.route.icon;
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== 1) return;
    event.preventDefault();
    closeTab(tab.key);
  };
  const title = tabTitle(tab);
  return (
    <ContextMenu
      entries={[
        { label: 'Close', command: 'window.close-tab', run: () => closeTab(tab.key) },
        { label: 'Close the others', run: () => closeOthers(tab.key) },
        { kind: 'separator' },
        { label: 'Move left', run: () => moveTab(tab.key, Math.max(0, index - 1)) },
        { label: 'Move right', run: () => moveTab(tab.key, index + 1) },
      ]}
    >
      <div className="wb-tab" data-current={current || undefined} ref={ref}>
        <button
          type="button"
          role="tab"
          aria-selected={current}
          tabIndex={current ? 0 : -1}
          title={title}
          onClick={() => navigate(tab.hash)}
          onAuxClick={onAuxClick}
          onKeyDown={(event) => event.key === 'Delete' && closeTab(tab.key)}
        >
          {run !== undefined ? (
            <StateDot state={shownState(run)} />
          ) : (
            Icon !== undefined && <Icon size={13} aria-hidden />
          )}
          <span className="ellipsis">{title}</span>
        </button>
        <button
          type="button"
          className="wb-tab-close"
          tabIndex={-1}
          aria-hidden
          onClick={() => closeTab(tab.key)}
        >
          <X size={12} aria-hidden />
        </button>
      </div>
    </ContextMenu>
  );
}
