import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { PanelLeft, X } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { ContextMenu } from '../ui/menu.tsx';
import { toggleSidebar, useFrame } from './frame-state.ts';
import {
  closeOthers,
  closeTab,
  moveTab,
  pinTab,
  tabKey,
  useOpenTabs,
  type OpenTab,
} from '../navigation/open-tabs.ts';
import { navigate, useLocation } from '../navigation/router.ts';
import { useEditedTabs } from './edited-tabs.ts';
import { TabName } from './tab-name.tsx';
import './tab-strip.css';

/** The open tabs of this window. */
export function TabStrip() {
  const tabs = useOpenTabs((state) => state.tabs);
  const current = tabKey(useLocation());
  useEditedTabs();
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

function TabButton({ tab, index, current }: { tab: OpenTab; index: number; current: boolean }) {
  const ref = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== 1) return;
    event.preventDefault();
    closeTab(tab.key);
  };
  return (
    <ContextMenu
      entries={[
        ...(tab.preview ? [{ label: 'Keep open', run: () => pinTab(tab.key) }] : []),
        { label: 'Close', command: 'window.close-tab', run: () => closeTab(tab.key) },
        { label: 'Close the others', run: () => closeOthers(tab.key) },
        { kind: 'separator' },
        { label: 'Move left', run: () => moveTab(tab.key, Math.max(0, index - 1)) },
        { label: 'Move right', run: () => moveTab(tab.key, index + 1) },
      ]}
    >
      <div
        className="wb-tab"
        data-current={current || undefined}
        data-preview={tab.preview || undefined}
        ref={ref}
      >
        <button
          type="button"
          role="tab"
          aria-selected={current}
          tabIndex={current ? 0 : -1}
          onClick={() => navigate(tab.hash)}
          onDoubleClick={() => pinTab(tab.key)}
          onAuxClick={onAuxClick}
          onKeyDown={(event) => event.key === 'Delete' && closeTab(tab.key)}
        >
          <TabName tab={tab} />
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
