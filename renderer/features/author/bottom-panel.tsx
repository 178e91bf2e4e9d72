import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { X } from 'lucide-react';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useDocument, type SpiderKey } from '../../spider-document/document.ts';
import { ExplainPanel } from './explain-panel.tsx';
import { setPanel, type Panel } from './layout.ts';
import { ProblemList } from './problem-list.tsx';

const least = 96;
const usual = 190;

/** What is open below the spider. Its height can be dragged, or moved with the arrows, and is remembered. */
export function BottomPanel({ panel, ...key }: SpiderKey & { panel: Exclude<Panel, 'none'> }) {
  const problems = useDocument(key, (document) => document.problems.length) ?? 0;
  const kept = usePreference((preferences) => preferences.panels['author-panel']?.[0]) ?? usual;
  const box = useRef<HTMLDivElement | null>(null);
  const resize = (height: number) => {
    const room = box.current?.parentElement?.clientHeight ?? 600;
    const next = Math.round(Math.min(Math.max(height, least), Math.max(least, room - 160)));
    if (next !== kept) void setPreferences({ panels: { 'author-panel': [next] } });
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const element = box.current;
    if (element === null) return;
    const separator = event.currentTarget;
    const from = event.clientY;
    const height = element.clientHeight;
    let next = height;
    separator.setPointerCapture(event.pointerId);
    const follow = (move: globalThis.PointerEvent) => {
      next = Math.max(least, height + from - move.clientY);
      element.style.height = `${next}px`;
    };
    const drop = () => {
      separator.removeEventListener('pointermove', follow);
      resize(next);
    };
    separator.addEventListener('pointermove', follow);
    separator.addEventListener('lostpointercapture', drop, { once: true });
  };
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 16 : event.key === 'ArrowDown' ? -16 : 0;
    if (by === 0) return;
    event.preventDefault();
    resize(kept + by);
  };
  return (
    <div className="author-panel" ref={box} style={{ height: kept }} data-pane="spider-panel">
      <div
        className="author-panel-separator"
        role="separator"
        tabIndex={0}
        aria-label="Height of the panel"
        aria-orientation="horizontal"
        aria-valuenow={kept}
        aria-valuemin={least}
        aria-valuemax={2000}
        onPointerDown={drag}
        onKeyDown={move}
        onDoubleClick={() => resize(usual)}
      />
      <Tabs
        label="Below the spider"
        value={panel}
        onChange={(next) => setPanel(next === 'explain' ? 'explain' : 'problems')}
        tabs={[
          { id: 'problems', title: 'Problems', badge: problems > 0 && <Badge>{problems}</Badge> },
          { id: 'explain', title: 'Explain a URL' },
        ]}
        aside={<IconButton label="Close the panel" icon={X} size="small" onClick={() => setPanel('none')} />}
      >
        {panel === 'problems' ? <ProblemList {...key} /> : <ExplainPanel {...key} />}
      </Tabs>
    </div>
  );
}
