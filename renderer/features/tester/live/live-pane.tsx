import { useEffect, useMemo, useRef, useState } from 'react';
import { CircleAlert, Download, RotateCw } from 'lucide-react';
import type { CallError } from '../../../../shared/contract/errors.ts';
import type { LiveState } from '../../../../shared/contract/types.ts';
import type { LiveSize } from '../../../../shared/live-page.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { useJsonClosed } from '../../../spider-document/json-open.ts';
import { act } from '../../../state/act.ts';
import { invalidate } from '../../../state/query.ts';
import { setPreferences, usePreference } from '../../../state/preferences.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/progress.tsx';
import { useSmallerThan } from '../../../ui/smaller-than.ts';
import { changeTester, showPage } from '../tester-store.ts';
import { KeepLogin } from './keep-login.tsx';
import { LiveActions } from './live-actions.tsx';
import { LiveBar } from './live-bar.tsx';
import { LivePicture } from './live-picture.tsx';
import { pageIn, pageWidths, type PageWidth } from './page-width.ts';
import { useLive } from './use-live.ts';
import './live.css';

/** How long a size must stand still, in milliseconds. */
const restMs = 150;
/** The least width of the pane for the list of what was done beside the page, in pixels. */
const roomForList = 900;

/** A site that a person uses inside the window. It ends with this pane. */
export function LivePane({ spiderKey: key, url }: { spiderKey: SpiderKey; url: string }) {
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const pane = useSteadySize(stage);
  const width = usePageWidth();
  const fit = useMemo(() => (pane === null ? null : pageIn(pane, width)), [pane, width]);
  useJsonClosed();
  const size = fit?.size ?? null;
  const { opened, state, failure, again } = useLive(key, url, size);
  const box = useRef<HTMLElement | null>(null);
  const isNarrow = useSmallerThan(box, roomForList);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const listOpen = wanted ?? !isNarrow;
  const [login, setLogin] = useState(false);
  const [saving, setSaving] = useState(false);
  const [hasKeys, setKeys] = useState(false);
  const address = useRef<HTMLInputElement | null>(null);
  const close = () => changeTester(key, { live: null });
  const save = async () => {
    if (opened === null) return;
    setSaving(true);
    const taken = await act('live.takePage', { live: opened.live }, { failure: 'The page was not saved.' });
    setSaving(false);
    if (taken === null) return;
    invalidate((name) => name === 'pages.list');
    const showIt = () => {
      showPage(key, taken.page.id);
      close();
    };
    toast.success('The page was saved', {
      message:
        taken.sources === 0
          ? taken.page.title
          : `${taken.page.title}. JSON behind it carries what it shows: see what is proposed for the page.`,
      actions: [{ label: 'Show it', run: showIt }],
    });
  };
  const live = opened?.live ?? null;
  return (
    <section ref={box} className="live" aria-label="Live page" data-phase={state?.phase ?? 'opening'}>
      <LiveBar
        live={live}
        state={state}
        url={url}
        address={address}
        width={width}
        listOpen={listOpen}
        saving={saving}
        onWidth={choosePageWidth}
        onList={() => setWanted(!listOpen)}
        onSave={() => void save()}
        onClose={close}
      />
      <div className="live-body">
        <div className="live-stage" ref={setStage}>
          {failure !== null ? (
            <Failed failure={failure} onAgain={again} onClose={close} />
          ) : opened === null || fit === null ? (
            <div className="tester-waiting" role="status">
              <Spinner size={18} />
              <span className="small muted">Opening the page in a browser</span>
            </div>
          ) : (
            <>
              <LivePicture
                key={opened.live}
                opened={opened}
                state={state}
                size={fit.size}
                scale={fit.scale}
                onLeave={() => address.current?.focus()}
                onFocus={setKeys}
              />
              {(state?.phase === 'crashed' || state?.phase === 'ended') && (
                <Over state={state} live={opened.live} onAgain={again} />
              )}
            </>
          )}
        </div>
        {listOpen && live !== null && state !== null && state.phase !== 'ended' && (
          <LiveActions spiderKey={key} live={live} state={state} onLogin={() => setLogin(true)} />
        )}
      </div>
      <p className="live-status small muted" role="status">
        {statusOf(state, failure, hasKeys, fit?.scale ?? 1)}
      </p>
      {login && live !== null && <KeepLogin spiderKey={key} live={live} onClose={() => setLogin(false)} />}
    </section>
  );
}

function statusOf(
  state: LiveState | null,
  failure: CallError | null,
  hasKeys: boolean,
  scale: number,
): string {
  if (failure !== null) return 'Not open';
  if (state === null) return 'Opening';
  const words = { loading: 'Loading', ready: 'Ready', crashed: 'Crashed', ended: 'Ended' }[state.phase];
  const window = state.windows === 0 ? '' : ' · In a window that the page opened: Back closes it';
  const smaller = scale === 1 ? '' : ` · Shown at ${Math.round(scale * 100)} %`;
  return `${words}${window}${smaller}${hasKeys ? ' · Keys go to the page: F6 leaves it' : ' · Click into the page to use it'}`;
}

function Failed({
  failure,
  onAgain,
  onClose,
}: {
  failure: CallError;
  onAgain: () => void;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const canInstall = failure.action?.action === 'install-browser';
  const install = async () => {
    setBusy(true);
    const done = await act('app.installBrowser', {}, { failure: 'Chromium was not downloaded.' });
    setBusy(false);
    if (done !== null) onAgain();
  };
  return (
    <ErrorState
      error={failure}
      title="The live page could not be opened."
      onRetry={onAgain}
      actions={
        <>
          {canInstall && (
            <Button icon={Download} busy={busy} onClick={() => void install()}>
              Download Chromium
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    />
  );
}

/** Shown over the last picture of a page that has crashed or ended. */
function Over({ state, live, onAgain }: { state: LiveState; live: string; onAgain: () => void }) {
  const isCrashed = state.phase === 'crashed';
  return (
    <div className="live-over">
      <EmptyState
        icon={CircleAlert}
        tone="danger"
        title={isCrashed ? 'The page crashed.' : 'The live page has ended.'}
        actions={
          <Button
            icon={RotateCw}
            onClick={() => (isCrashed ? void act('live.navigate', { live, step: 'reload' }) : onAgain())}
          >
            {isCrashed ? 'Load it again' : 'Open it again'}
          </Button>
        }
      >
        {isCrashed ? undefined : state.notes.at(-1)}
      </EmptyState>
    </div>
  );
}

const widthChoice = 'author.live-width';

/** How wide the page is. Remembered. */
function usePageWidth(): PageWidth {
  const chosen = usePreference((preferences) => preferences.choices[widthChoice]);
  return pageWidths.find((width) => width === chosen) ?? 'fit';
}

const choosePageWidth = (width: PageWidth) =>
  void setPreferences({ choices: { [widthChoice]: width === 'fit' ? null : width } });

/** The size of an element once it stands still; null: not known yet. */
function useSteadySize(element: HTMLElement | null): LiveSize | null {
  const [size, setSize] = useState<LiveSize | null>(null);
  useEffect(() => {
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize({ width, height });
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, restMs);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return size;
}
