import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { AppWindow, Download, FileCode, TriangleAlert } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { act } from '../../state/act.ts';
import { useTopicState } from '../../state/topics.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Switch } from '../../ui/field.tsx';
import { percent } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import type { SpiderKey } from '../../spider-document/document.ts';
import { addUrl, isWeb } from './pages.ts';

/** What the dialog begins with. */
export interface AddUrlStart {
  url: string;
  /** Whether the spider has every page shown by a browser. */
  spiderRenders: boolean;
  /** Asked for elsewhere: a browser is to show this very page, and it begins at once. */
  atOnce: boolean;
}

const stages = {
  fetching: 'Fetching the page',
  rendering: 'A browser shows it, until its scripts have come to rest',
  styles: 'Fetching its style sheets',
  downloading: 'Downloading Chromium',
} as const;

/** Asks for an address and how the page is got from there, and gets it: told how far it is, and ended at any time. */
export function AddUrl({
  spiderKey: key,
  start,
  onClose,
}: {
  spiderKey: SpiderKey;
  start: AddUrlStart;
  onClose: () => void;
}) {
  const [url, setUrl] = useState(start.url);
  const [browser, setBrowser] = useState(start.atOnce || start.spiderRenders);
  const [allowPrivate, setAllowPrivate] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [work, setWork] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  const progress = useTopicState('work', work === null ? null : { work });
  const busy = work !== null;
  const valid = isWeb(url);

  /** Does something that can be followed and given up. @returns what it gave; null when it was given up */
  const follow = async <V,>(
    task: (how: { work: string; signal: AbortSignal }) => Promise<V>,
  ): Promise<V | null> => {
    const ending = new AbortController();
    const name = crypto.randomUUID();
    abort.current = ending;
    setWork(name);
    setFailure(null);
    const value = await task({ work: name, signal: ending.signal });
    setWork(null);
    return ending.signal.aborted ? null : value;
  };
  const add = async (shown = browser) => {
    if (!valid || busy) return;
    const done = await follow(async (how) => ({
      wrong: await addUrl(key, { url, browser: shown, allowPrivate }, how),
    }));
    if (done === null) return;
    setFailure(done.wrong);
    if (done.wrong === null) onClose();
  };
  const download = async () => {
    let wrong: CallError | null = null;
    const handle = (error: CallError) => {
      wrong = error;
      return true;
    };
    const done = await follow(({ work: name, signal }) =>
      act('app.installBrowser', { work: name }, { signal, handle }),
    );
    setFailure(wrong);
    if (done !== null) void add();
  };
  const begin = useEffectEvent(() => {
    if (start.atOnce) void add();
  });
  useEffect(() => {
    begin();
    return () => abort.current?.abort();
  }, []);
  const lacksBrowser = failure?.code === 'no-browser' || failure?.code === 'download-failed';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a page by its address"
      description="It is fetched once, as a crawl of this spider would do it, and kept."
      onSubmit={() => void add()}
      footer={
        <>
          {busy ? (
            <Button onClick={() => abort.current?.abort()}>Stop</Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button type="submit" variant="primary" busy={busy} disabled={!valid}>
            Add the page
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="Address" error={lacksBrowser || failure === null ? null : wordsOf(failure)}>
          {(ids) => (
            <Input
              {...ids}
              mono
              inputMode="url"
              value={url}
              readOnly={busy}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Switch
          label="As a browser shows it"
          help={
            start.spiderRenders
              ? 'Its scripts run first. This spider does so with every page: "browser" is first in EXTRACTOR_ORDER.'
              : 'Its scripts run first, by the BROWSER settings of the spider. For pages that are empty without.'
          }
          checked={browser}
          disabled={busy}
          onChange={setBrowser}
        />
        <Switch
          label="Reach private addresses"
          help="Only for a site on this computer or in this network."
          checked={allowPrivate}
          disabled={busy}
          onChange={setAllowPrivate}
        />
        {lacksBrowser && failure !== null && (
          <Notice
            tone="warning"
            icon={TriangleAlert}
            alert
            actions={
              <>
                <Button size="small" icon={Download} onClick={() => void download()}>
                  Download Chromium
                </Button>
                <Button
                  size="small"
                  icon={FileCode}
                  onClick={() => {
                    setBrowser(false);
                    void add(false);
                  }}
                >
                  Add it without
                </Button>
              </>
            }
          >
            {wordsOf(failure)}
          </Notice>
        )}
        {busy && (
          <div className="tester-adding">
            <p className="small muted row" role="status">
              <AppWindow size={13} aria-hidden />
              {stages[progress?.stage ?? 'fetching']}
              {progress?.percent !== null &&
                progress?.percent !== undefined &&
                `, ${percent(progress.percent / 100)}`}
            </p>
            <ProgressBar label="How far it is" value={progress?.percent ?? null} max={100} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

const wordsOf = ({ message, hint }: CallError) => (hint === null ? message : `${message} ${hint}`);
