import { useEffect, useRef, useState } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Result } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { getClient } from '../../state/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { addressOf, closeDialog, openDialog, readAgain, type Login } from './logins-store.ts';

type Verdict = Result<CallValue<'sessions.check'>>;

/** The dialog that fetches a page with a login, and says whether the login holds. */
export function CheckDialog({ login }: { login: Login }) {
  const { name } = login;
  const [url, setUrl] = useState(addressOf(login));
  const [allowPrivate, setAllowPrivate] = useState(false);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [busy, setBusy] = useState(false);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const check = async () => {
    if (busy || url.trim() === '') return;
    const own = new AbortController();
    abort.current = own;
    setBusy(true);
    setVerdict(null);
    const args = { name, url: url.trim(), allowPrivate };
    const answer = await getClient().call('sessions.check', args, { signal: own.signal });
    if (own.signal.aborted) return;
    setBusy(false);
    setVerdict(answer);
    readAgain();
  };
  return (
    <Dialog
      open
      size="medium"
      title={`Check the login ${name}`}
      description="Fetches a page with the login. Choose one that only people see who have logged in."
      onClose={closeDialog}
      onSubmit={() => void check()}
      footer={
        <>
          <Button onClick={closeDialog}>Close</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={url.trim() === ''}>
            Check
          </Button>
        </>
      }
    >
      <Field label="Address">
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            mono
            inputMode="url"
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              setVerdict(null);
            }}
          />
        )}
      </Field>
      <Checkbox
        label="Allow private addresses"
        help="Allows a page at a loopback or private address."
        checked={allowPrivate}
        onChange={setAllowPrivate}
      />
      {verdict !== null &&
        (verdict.ok ? (
          <Outcome login={login} found={verdict.value} />
        ) : (
          <FailureNotice error={verdict.error} />
        ))}
    </Dialog>
  );
}

function Outcome({ login, found }: { login: Login; found: CallValue<'sessions.check'> }) {
  const { holds, reason, url, finalUrl } = found;
  const again = () => openDialog({ kind: 'log-in', name: login.name, url });
  return (
    <Notice
      tone={holds ? 'success' : 'warning'}
      icon={holds ? CircleCheck : TriangleAlert}
      title={holds ? 'The login holds' : 'The login does not hold'}
      alert
      actions={
        !holds && (
          <Button size="small" onClick={again}>
            Log in again…
          </Button>
        )
      }
    >
      {reason}
      {holds && finalUrl !== url && (
        <p className="small logins-final">
          The page led to <span className="mono">{finalUrl}</span>.
        </p>
      )}
    </Notice>
  );
}
