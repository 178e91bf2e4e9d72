import { useEffect, useRef, useState } from 'react';
import { FileUp, LogIn, MonitorX } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { act } from '../../state/act.ts';
import type { WantedLogin } from '../../contributions/log-in.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { closeDialog, kept, openDialog } from './logins-store.ts';
import { NameField } from './name-field.tsx';

interface LogInDialogProps {
  name: string;
  url: string;
  /** What it is asked for by; left out: by a person. */
  wanted: WantedLogin | undefined;
}

/** The dialog that opens a browser for a person to log in. Says why where none can be shown. */
export function LogInDialog({ name, url, wanted }: LogInDialogProps) {
  const can = useCall('sessions.canLogIn', {}).value;
  if (can === null) return null;
  return can.problem === null ? (
    <LogInForm name={name} url={url} wanted={wanted} />
  ) : (
    <NoWindow problem={can.problem} hint={can.hint} wanted={wanted} />
  );
}

interface NoWindowProps extends Pick<LogInDialogProps, 'wanted'> {
  problem: string;
  hint: string | null;
}

const NoWindow = ({ problem, hint, wanted }: NoWindowProps) => (
  <Dialog
    open
    size="medium"
    title="Log in"
    onClose={closeDialog}
    footer={
      <>
        <Button onClick={closeDialog}>Close</Button>
        <Button
          variant="primary"
          icon={FileUp}
          onClick={() => openDialog(wanted === undefined ? { kind: 'import' } : { kind: 'import', wanted })}
        >
          Import a file…
        </Button>
      </>
    }
  >
    <Notice tone="warning" icon={MonitorX} title={problem}>
      {hint}
    </Notice>
  </Dialog>
);

function LogInForm({ name: givenName, url: givenUrl, wanted }: LogInDialogProps) {
  const [name, setName] = useState(givenName);
  const [url, setUrl] = useState(givenUrl);
  const [more, setMore] = useState('');
  const { isOpen, isEnding, error, open, finish, forgetError } = useLoginWindow(wanted);
  const ready = name.trim() !== '' && /^\S+\.|^\S+:\/\/\S/u.test(url.trim());
  const submit = () => {
    const domains = more.split(/[\s,]+/u).filter((domain) => domain !== '');
    if (isOpen) void finish();
    else if (ready) void open({ name: name.trim(), url: url.trim(), domains });
  };
  const changed = (set: (text: string) => void) => (text: string) => {
    set(text);
    forgetError();
  };
  return (
    <Dialog
      open
      size="medium"
      title="Log in"
      description="Opens a browser window with an empty profile. What you type there is not read; only the cookies and local storage of the site are kept."
      onClose={closeDialog}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={isEnding} disabled={!ready}>
            {isOpen ? 'Done' : 'Open the browser'}
          </Button>
        </>
      }
    >
      {isOpen ? (
        <Notice tone="info" icon={LogIn} title="Log in in the browser window, then press Done" alert>
          Closing that window does the same. Cancel keeps nothing.
        </Notice>
      ) : (
        <>
          <NameField autoFocus={givenName === ''} value={name} onChange={changed(setName)} />
          <Field label="Address" help="Where you log in, or a page that asks for it.">
            {(ids) => (
              <Input
                {...ids}
                autoFocus={givenName !== ''}
                mono
                inputMode="url"
                placeholder="https://shop.example/login"
                value={url}
                onChange={(event) => changed(setUrl)(event.target.value)}
              />
            )}
          </Field>
          <Field label="Other sites" aside="optional" help="Domains that the login is for, too.">
            {(ids) => (
              <Input
                {...ids}
                mono
                placeholder="accounts.example"
                value={more}
                onChange={(event) => changed(setMore)(event.target.value)}
              />
            )}
          </Field>
        </>
      )}
      {error !== null && <FailureNotice error={error} />}
    </Dialog>
  );
}

interface Wanted {
  name: string;
  url: string;
  domains: string[];
}

/** The browser window of the dialog. It is closed, and nothing is kept, when the dialog goes before it has ended. */
function useLoginWindow(wanted: WantedLogin | undefined) {
  const [opened, setOpened] = useState<string | null>(null);
  const [isEnding, setEnding] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const open = async ({ name, url, domains }: Wanted) => {
    const own = new AbortController();
    abort.current = own;
    setError(null);
    setOpened(name);
    const answer = await getClient().call('sessions.login', { name, url, domains }, { signal: own.signal });
    if (own.signal.aborted) return;
    setOpened(null);
    setEnding(false);
    if (!answer.ok) return setError(answer.error);
    kept(name, wanted);
    toast.success('The login was kept', { message: name });
  };
  const finish = async () => {
    if (opened === null || isEnding) return;
    setEnding(true);
    const ended = await act('sessions.finish', { name: opened }, { failure: 'The window was not closed.' });
    if (ended === null) setEnding(false);
  };
  return { isOpen: opened !== null, isEnding, error, open, finish, forgetError: () => setError(null) };
}
