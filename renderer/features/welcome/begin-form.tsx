import { useEffect, useRef, useState } from 'react';
import { Globe, ShieldQuestion, TriangleAlert } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { TopicEvent } from '../../../shared/contract/index.ts';
import type { Proposal } from '../../../shared/contract/types.ts';
import { useCommands, runCommand } from '../../commands/registry.ts';
import { href, navigate } from '../../navigation/router.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { percent } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { useBegin, type Beginning, type BeginHow } from './use-begin.ts';

type State = Proposal['state'];
type Step = NonNullable<State['step']>;

const stages = {
  fetching: 'Fetching the page',
  rendering: 'Rendering it in a browser until its scripts are idle',
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

const pageFiles = '.html,.htm,.xhtml,.json,.xml,.rss,.atom,text/html,application/json,text/xml';

/** The one field that a spider begins with: an address is read, and the spider of it opens. */
export function BeginForm({ project }: { project: string }) {
  const [address, setAddress] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const field = useRef<HTMLInputElement | null>(null);
  const files = useRef<HTMLInputElement | null>(null);
  const { busy, progress, failure, state, begin, stop, forget } = useBegin(project);
  useEffect(() => field.current?.focus(), []);
  const what = (): Beginning | null =>
    file !== null ? { file } : address.trim() === '' ? null : { url: address };
  const read = (how: BeginHow = {}) => {
    const beginning = what();
    // What was pressed may go once the page is read.
    field.current?.focus();
    if (beginning !== null && !busy) void begin(beginning, how);
  };
  const chooseFile = () => files.current?.click();
  const write = (text: string) => {
    setAddress(text);
    setFile(null);
    forget();
  };
  const takeStep = ({ action, url }: Step) => {
    if (action === 'render') read({ browser: true });
    else if (action === 'file') chooseFile();
    else if (action === 'logins') navigate(href(['settings'], { section: 'logins' }));
    else if (action === 'open' && url !== null) {
      write(url);
      field.current?.focus();
      void begin({ url });
    } else read({ anyway: true });
  };
  useCommands([
    {
      id: 'welcome.file',
      title: 'Begin a spider from a saved file',
      category: 'Spiders',
      keywords: ['open', 'html', 'page'],
      run: chooseFile,
    },
  ]);
  return (
    <section className="welcome-begin" aria-labelledby="welcome-title">
      <h1 id="welcome-title">Which site do you want as a table?</h1>
      <p className="muted">
        Paste an address. Spider Studio reads the page and shows you the rows it would take.
      </p>
      <form
        className="welcome-form"
        onSubmit={(event) => {
          event.preventDefault();
          read();
        }}
      >
        <Input
          ref={field}
          aria-label="Address of a page"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="example.org/shop"
          value={file === null ? address : file.name}
          readOnly={busy}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !busy) return;
            event.preventDefault();
            stop();
          }}
          onChange={(event) => write(event.target.value)}
        />
        {busy ? (
          <Button
            onClick={() => {
              stop();
              field.current?.focus();
            }}
          >
            Stop
          </Button>
        ) : (
          <Button type="submit" variant="primary">
            Read the page
          </Button>
        )}
      </form>
      <input
        ref={files}
        type="file"
        accept={pageFiles}
        hidden
        aria-label="File of a page"
        onChange={(event) => {
          const [first] = event.target.files ?? [];
          event.target.value = '';
          if (first === undefined) return;
          forget();
          setFile(first);
          void begin({ file: first });
        }}
      />
      {busy && <Progress progress={progress} />}
      {failure !== null && <Failure failure={failure} onAllow={() => read({ allowPrivate: true })} />}
      {state !== null && <StateNotice state={state} onStep={takeStep} />}
      <OtherWays onFile={chooseFile} />
    </section>
  );
}

function Progress({ progress }: { progress: TopicEvent<'progress'> | null }) {
  const done = progress?.percent ?? null;
  return (
    <div className="welcome-progress">
      <p className="muted" role="status">
        {stages[progress?.stage ?? 'fetching']}
        {done !== null && `, ${percent(done / 100)}`}
      </p>
      <ProgressBar label="Reading the page" value={done} max={100} />
    </div>
  );
}

/** What a spider can begin with instead of an address. */
const OtherWays = ({ onFile }: { onFile: () => void }) => (
  <p className="muted">
    or{' '}
    <button type="button" className="welcome-link" onClick={onFile}>
      a saved file
    </button>{' '}
    ·{' '}
    <button type="button" className="welcome-link" onClick={() => runCommand('spider.import')}>
      import a spider
    </button>{' '}
    ·{' '}
    <button type="button" className="welcome-link" onClick={() => runCommand('spider.template')}>
      a template
    </button>{' '}
    ·{' '}
    <button type="button" className="welcome-link" onClick={() => runCommand('app.sample')}>
      try the built-in shop, no network needed
    </button>{' '}
    ·{' '}
    <button type="button" className="welcome-link" onClick={() => runCommand('guide.show')}>
      read the guide
    </button>
  </p>
);

/** Why nothing was read. A private address is allowed by one click. */
function Failure({ failure, onAllow }: { failure: CallError; onAllow: () => void }) {
  const isPrivate = failure.details['reason'] === 'blocked-address';
  return (
    <Notice
      tone="warning"
      icon={isPrivate ? ShieldQuestion : TriangleAlert}
      alert
      title={isPrivate ? 'The address is on this computer or in this network.' : failure.message}
      actions={
        isPrivate && (
          <Button variant="primary" onClick={onAllow}>
            Read it, the site is mine
          </Button>
        )
      }
    >
      {isPrivate ? 'Continue only if the site is yours.' : failure.hint}
    </Notice>
  );
}

/** What a page is that no spider was made of, and the one thing to do next. */
function StateNotice({ state, onStep }: { state: State; onStep: (step: Step) => void }) {
  const { title, detail, step } = state;
  return (
    <Notice
      tone="info"
      icon={Globe}
      alert
      title={title}
      actions={
        step !== null &&
        step.action !== 'none' && (
          <Button variant="primary" onClick={() => onStep(step)}>
            {step.label}
          </Button>
        )
      }
    >
      {detail}
      {step?.action === 'none' && ` ${step.label}.`}
    </Notice>
  );
}
