import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { OutlineGroup, PreviewBox, PreviewKey } from '../../../shared/window/preview.ts';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { connectPreview, type PreviewFrame } from '../../client/preview.ts';
import { AppWindow } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/progress.tsx';
import type { SpiderKey } from '../../spider-document/document.ts';
import { useAtHand } from './at-hand.ts';
import { useElementMenu } from './hand/element-menu.tsx';
import { marksOf } from './hand/marks.ts';
import { NameLabel } from './hand/name-label.tsx';
import { hereOf, letGo, pick, step, useHand } from './hand/take.ts';
import { PageNotes } from './page-notes.tsx';
import { useProposal, type Choice } from './proposal/use-proposal.ts';
import { outlinedElements, useTester } from './tester-store.ts';
import { UnactedNotice } from './unacted-notice.tsx';
import { usePreview } from './use-preview.ts';

/** The page in its sandbox, with outlines: a click on it picks. It communicates by messages; nothing of it reaches this document. */
export function PageView({
  spiderKey: key,
  page,
  onBrowser,
}: {
  spiderKey: SpiderKey;
  page: SavedPage;
  /** Adds the page again, rendered in a browser. */
  onBrowser: () => void;
}) {
  const { outlines, pointed, current, scrollTo, tab } = useTester(key);
  const { shown, error, retry } = usePreview(page.id, page.addedAt);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [isReady, setReady] = useState(false);
  const [box, setBox] = useState<PreviewBox | null>(null);
  const connection = useRef<PreviewFrame | null>(null);
  const at = useAtHand(key);
  const hand = useHand(key, at);
  const here = hereOf(at, page.id);
  const picked = useEffectEvent((element: number) => void pick(key, here, element));
  const stepped = useEffectEvent((element: number) => void step(key, here, element));
  const escaped = useEffectEvent(() => letGo(key));
  const { menu, open: openMenu } = useElementMenu(key, at, page.id, () => frame?.focus());
  const menuAsked = useEffectEvent((element: number, { left, top }: Pick<PreviewBox, 'left' | 'top'>) => {
    const place = frame?.getBoundingClientRect() ?? { left: 0, top: 0 };
    void openMenu(element, { left: place.left + left, top: place.top + top });
  });
  useEffect(() => {
    if (frame === null) return undefined;
    const connected = connectPreview(frame, {
      ready: () => setReady(true),
      picked: ([element]) => element !== undefined && picked(element),
      menu: (element, place) => menuAsked(element, place),
      stepped: (element) => stepped(element),
      escaped: () => escaped(),
      placed: setBox,
      key: (stroke) => passOn(frame, stroke),
    });
    connection.current = connected;
    return () => {
      connection.current = null;
      connected.close();
    };
  }, [frame]);
  const groups = useMemo((): readonly OutlineGroup[] => {
    if (pointed !== null) return pointed.groups;
    const here = current === null ? undefined : outlinedElements(outlines)[current];
    return here === undefined ? outlines.groups : [...outlines.groups, { elements: [here], style: 'picked' }];
  }, [outlines, pointed, current]);
  const { open: proposing, proposal, choice } = useProposal(key);
  const next =
    proposing && choice !== null && takesNext(choice) ? (proposal?.next[0]?.element ?? null) : null;
  const marks = useMemo(
    () => [
      ...(tab === 'fields' || tab === 'pick'
        ? marksOf(at.test.value?.rows ?? null, at.reports, at.field)
        : []),
      ...(next === null ? [] : [{ element: next, style: 'next' as const, label: 'next page' }]),
    ],
    [tab, at.test.value, at.reports, at.field, next],
  );
  const held = hand?.elements.at(-1) ?? null;
  const scrolled = useRef<object | null>(null);
  useEffect(() => {
    if (connection.current === null) return;
    const isNew = scrollTo !== scrolled.current;
    scrolled.current = scrollTo;
    const to = isNew ? (scrollTo?.element ?? null) : null;
    connection.current.outline({ groups, marks, held, scrollTo: to });
  }, [frame, groups, marks, held, scrollTo]);
  if (error !== null) return <ErrorState error={error} title="The page cannot be shown." onRetry={retry} />;
  if (shown === null) return <Waiting />;
  return (
    <div className="tester-view">
      <UnactedNotice spiderKey={key} page={page} />
      {shown.needsBrowser !== null && (
        <div className="tester-advice">
          <Notice
            tone="warning"
            icon={AppWindow}
            actions={
              page.url !== null && (
                <Button size="small" onClick={onBrowser}>
                  Add again, rendered in a browser
                </Button>
              )
            }
          >
            {shown.needsBrowser}
          </Notice>
        </div>
      )}
      {!isReady && <Waiting />}
      <iframe
        ref={setFrame}
        className="tester-preview"
        title={`Page ${page.title}`}
        src={shown.path}
        sandbox="allow-scripts"
        data-pane-focus
        data-ready={isReady || undefined}
      />
      {frame !== null && at.field !== null && hand !== null && box !== null && (
        <NameLabel spiderKey={key} frame={frame} box={box} field={at.field} callback={at.callback} />
      )}
      {menu}
      <PageNotes page={page} shown={shown} onFiles={retry} />
    </div>
  );
}

const takesNext = ({ scope }: Choice): boolean => scope === 'all' || scope === 'details';

const Waiting = () => (
  <div className="tester-waiting" role="status">
    <Spinner size={18} />
    <span className="small muted">Loading the page</span>
  </div>
);

/** Shortcuts work in the page, too: as if they had been pressed on its frame. Only what has the keyboard may say so. */
function passOn(frame: HTMLIFrameElement, stroke: PreviewKey): void {
  if (document.activeElement !== frame) return;
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = stroke;
  const flags = { ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
  frame.dispatchEvent(new KeyboardEvent('keydown', { key, code, ...flags }));
}
