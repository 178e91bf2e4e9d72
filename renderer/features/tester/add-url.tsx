import { useEffect, useEffectEvent, useState } from 'react';
import { AppWindow, Download, FileCode, TriangleAlert } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Switch } from '../../ui/field.tsx';
import { percent } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import type { SpiderKey } from '../../spider-document/document.ts';
import { isWeb } from './pages.ts';
import { useAdding } from './use-adding.ts';

/** The initial values of the dialog. */
export interface AddUrlStart {
  url: string;
  /** Whether the spider renders every page in a browser. */
  spiderRenders: boolean;
  /** Whether to render this page at once, because another screen has asked for it. */
  atOnce: boolean;
}

const stages = {
  fetching: 'Fetching the page',
  rendering: 'Rendering in a browser until its scripts are idle',
  styles: 'Fetching its style sheets',
  pictures: 'Fetching its pictures',
  downloading: 'Downloading Chromium',
  comparing: 'Comparing runs',
  proving: 'Proving the spider',
  checking: 'Checking spiders',
  storing: 'Sending the backup',
  verifying: 'Reading and comparing the backup',
  measuring: 'Measuring what takes room',
  compacting: 'Compacting the database',
  removing: 'Removing',
} as const;

/** Asks for a URL and whether to render the page, then fetches it, with progress and a way to cancel. */
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
  const adding = useAdding(key, onClose);
  const { failure, busy, stop } = adding;
  const valid = isWeb(url);
  const add = (shown = browser) => {
    if (valid && !busy) void adding.add({ url, browser: shown, allowPrivate });
  };
  const begin = useEffectEvent(() => {
    if (start.atOnce) add();
  });
  useEffect(() => {
    begin();
    return stop;
  }, [stop]);
  const lacksBrowser = failure?.code === 'no-browser' || failure?.code === 'download-failed';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a page by its address"
      description="The page is fetched once, as a crawl of this spider would fetch it, and saved."
      onSubmit={() => add()}
      footer={
        <>
          {busy ? <Button onClick={stop}>Stop</Button> : <Button onClick={onClose}>Cancel</Button>}
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
          label="Render in a browser"
          help={
            start.spiderRenders
              ? 'Its scripts run first. This spider renders every page: "browser" is first in EXTRACTOR_ORDER.'
              : 'Its scripts run first, with the BROWSER settings of the spider. For pages that are empty without scripts.'
          }
          checked={browser}
          disabled={busy}
          onChange={setBrowser}
        />
        <Switch
          label="Allow private addresses"
          help="Only for a site on this computer or in this network."
          checked={allowPrivate}
          disabled={busy}
          onChange={setAllowPrivate}
        />
        {lacksBrowser && failure !== null && (
          <NoBrowser
            failure={failure}
            onDownload={canDownload(failure) ? () => void adding.download(() => add()) : null}
            onWithout={() => {
              setBrowser(false);
              add(false);
            }}
          />
        )}
        {busy && <Progress stage={adding.progress?.stage} percentDone={adding.progress?.percent ?? null} />}
      </div>
    </Dialog>
  );
}

const wordsOf = ({ message, hint }: CallError) => (hint === null ? message : `${message} ${hint}`);

/** Whether the host offers a download; one that has failed can be tried again. */
const canDownload = ({ code, action }: CallError) =>
  code === 'download-failed' || action?.action === 'install-browser';

interface NoBrowserProps {
  failure: CallError;
  /** null: the host offers no download. */
  onDownload: (() => void) | null;
  onWithout: () => void;
}

/** Shown if rendering was requested and no browser is installed. */
const NoBrowser = ({ failure, onDownload, onWithout }: NoBrowserProps) => (
  <Notice
    tone="warning"
    icon={TriangleAlert}
    alert
    actions={
      <>
        {onDownload !== null && (
          <Button size="small" icon={Download} onClick={onDownload}>
            Download Chromium
          </Button>
        )}
        <Button size="small" icon={FileCode} onClick={onWithout}>
          Add it without
        </Button>
      </>
    }
  >
    {wordsOf(failure)}
  </Notice>
);

interface ProgressProps {
  stage: keyof typeof stages | undefined;
  percentDone: number | null;
}

const Progress = ({ stage, percentDone }: ProgressProps) => (
  <div className="tester-adding">
    <p className="small muted row" role="status">
      <AppWindow size={13} aria-hidden />
      {stages[stage ?? 'fetching']}
      {percentDone !== null && `, ${percent(percentDone / 100)}`}
    </p>
    <ProgressBar label="Fetch progress" value={percentDone} max={100} />
  </div>
);
