import { Suspense, useRef } from 'react';
import type { SpiderPane as Contributed } from '../../contributions/feature.ts';
import { useSpiderPane } from '../../contributions/spider-panes.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { useJsonOpen } from '../../spider-document/json-open.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useSmallerThan } from '../../ui/smaller-than.ts';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { usePanesShown } from './layout.ts';
import { Loading } from './loading.tsx';
import { Notices } from './notices.tsx';
import { SpiderPane } from './spider-pane.tsx';
import { TextPane } from './text-pane.tsx';

/** The least widths, in pixels, at which the field has a place beside the page, and also beside the JSON. */
const roomForField = 760;
const roomForFieldAndJson = 1500;
/** With less room than that, one pane is shown at a time. */
const foldBelow = { width: 560, height: 300 } as const;

/** The parts of the screen: the page on the stage, below it the table, beside them the field in hand or the JSON. */
export function BuildPanes(key: SpiderKey) {
  const bar = useSpiderPane('bar');
  const box = useRef<HTMLDivElement | null>(null);
  const json = useJsonOpen();
  const shown = usePanesShown();
  const narrow = useSmallerThan(box, json ? roomForFieldAndJson : roomForField);
  const side = useSpiderPane('side');
  return (
    <div className="author" ref={box}>
      <Notices {...key} />
      <Shown {...key} contributed={bar} />
      {json && !shown ? (
        <SpiderPane {...key} />
      ) : (
        <SplitPanes name="author" foldBelow={foldBelow.width} className="author-panes">
          <Pane id="work" label="Page and table" size={json ? 52 : 76} min={260}>
            <Work {...key} withSide={narrow && !json} />
          </Pane>
          {!narrow && side !== null && (
            <Pane id="side" label={side.label} size={24} min={220} collapsible>
              <Shown {...key} contributed={side} />
            </Pane>
          )}
          {json && (
            <Pane id="spider" label="JSON" size={48} min={280}>
              <SpiderPane {...key} />
            </Pane>
          )}
        </SplitPanes>
      )}
      {/* The editor keeps the steps that can be undone, also while it is not shown. */}
      {!json && (
        <div hidden>
          <TextPane {...key} />
        </div>
      )}
    </div>
  );
}

/** The stage with the table below it; where there is no room beside them, the field in hand is next to the table. */
function Work({ withSide, ...key }: SpiderKey & { withSide: boolean }) {
  const stage = useSpiderPane('stage');
  const below = useSpiderPane('below');
  const side = useSpiderPane('side');
  return (
    <SplitPanes name="author-work" direction="vertical" foldBelow={foldBelow.height}>
      <Pane id="stage" label={stage?.label ?? ''} size={62} min={140}>
        <Shown {...key} contributed={stage} />
      </Pane>
      <Pane id="below" label={below?.label ?? ''} size={38} min={120} collapsible>
        <Shown {...key} contributed={below} />
      </Pane>
      {withSide && side !== null && (
        <Pane id="side" label={side.label} size={30} min={80} collapsible>
          <Shown {...key} contributed={side} />
        </Pane>
      )}
    </SplitPanes>
  );
}

function Shown({ contributed, ...key }: SpiderKey & { contributed: Contributed | null }) {
  if (contributed === null) return null;
  const { label, pane: Part } = contributed;
  return (
    <ErrorBoundary name={`The ${label.toLowerCase()}`}>
      <Suspense fallback={contributed.place === 'bar' ? null : <Loading />}>
        <Part {...key} />
      </Suspense>
    </ErrorBoundary>
  );
}
