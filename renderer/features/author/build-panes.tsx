import { Suspense, useRef, type ReactNode } from 'react';
import type { SpiderPane as Contributed } from '../../contributions/feature.ts';
import { useSpiderPane } from '../../contributions/spider-panes.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { useJsonOpen } from '../../spider-document/json-open.ts';
import { isMonacoLoaded } from '../../ui/editor/load.ts';
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
const foldBelow = { width: 760, height: 340, heightWithField: 520 } as const;
/** Where the JSON and the field in hand share a place, one of them is shown at a time. */
const always = Number.POSITIVE_INFINITY;

const useNever = (): boolean => false;

/** The parts of the screen: the page on the stage, below it the table, beside them the field in hand or the JSON. */
export function BuildPanes(key: SpiderKey) {
  const bar = useSpiderPane('bar');
  const side = useSpiderPane('side');
  const useIsAlone = useSpiderPane('stage')?.useIsAlone ?? useNever;
  const alone = useIsAlone(key);
  const box = useRef<HTMLDivElement | null>(null);
  const json = useJsonOpen();
  const shown = usePanesShown() || !json || alone;
  const narrow = useSmallerThan(box, json ? roomForFieldAndJson : roomForField);
  const field = side !== null && shown && !alone ? <Shown {...key} contributed={side} /> : null;
  return (
    <div className="author" ref={box}>
      <Notices {...key} />
      {!alone && <Shown {...key} contributed={bar} />}
      <SplitPanes name="author" foldBelow={foldBelow.width} className="author-panes">
        <Pane id="work" label="Page and table" size={json ? 52 : 76} min={260} hidden={!shown}>
          <Work {...key} alone={alone} field={narrow && !json ? field : null} />
        </Pane>
        {!narrow && field !== null && (
          <Pane id="side" label={side?.label ?? ''} size={24} min={220} collapsible>
            {field}
          </Pane>
        )}
        {json && (
          <Pane id="spider" label="JSON" size={48} min={280}>
            <SplitPanes name="author-spider" foldBelow={always}>
              <Pane id="json" label="JSON">
                <SpiderPane {...key} />
              </Pane>
              {narrow && field !== null && (
                <Pane id="field" label={side?.label ?? ''}>
                  {field}
                </Pane>
              )}
            </SplitPanes>
          </Pane>
        )}
      </SplitPanes>
      {/* Once there was an editor, it keeps the steps that can be undone, also while it is not shown. */}
      {!json && isMonacoLoaded() && (
        <div hidden>
          <TextPane {...key} />
        </div>
      )}
    </div>
  );
}

/** The stage with the table below it, and below that the field in hand where there is no room for it beside them. */
function Work({ alone, field, ...key }: SpiderKey & { alone: boolean; field: ReactNode }) {
  const stage = useSpiderPane('stage');
  const below = useSpiderPane('below');
  const side = useSpiderPane('side');
  return (
    <SplitPanes
      name="author-work"
      direction="vertical"
      foldBelow={field === null ? foldBelow.height : foldBelow.heightWithField}
    >
      <Pane id="stage" label={stage?.label ?? ''} size={62} min={140}>
        <Shown {...key} contributed={stage} />
      </Pane>
      <Pane id="below" label={below?.label ?? ''} size={38} min={120} collapsible hidden={alone}>
        <Shown {...key} contributed={below} />
      </Pane>
      {field !== null && (
        <Pane id="field" label={side?.label ?? ''} size={30} min={80} collapsible>
          {field}
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
