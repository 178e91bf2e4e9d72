import { useState, type KeyboardEvent } from 'react';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';

/** Stores a user name and a password in the keychain. `onKept` is called with the reference for the proxy. */
export function KeepLogin({ onKept }: { onKept: (reference: string) => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('PROXY_LOGIN');
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (!open) {
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          Keep a login in the keychain
        </Button>
      </div>
    );
  }
  const keep = async () => {
    if (user === '' || user.includes(':')) return setError('Enter a user name without a colon.');
    setBusy(true);
    const answer = await getClient().call('secrets.set', { name: name.trim(), value: `${user}:${password}` });
    setBusy(false);
    if (!answer.ok) {
      const { message, hint } = answer.error;
      return setError(hint === null ? message : `${message} ${hint}`);
    }
    setPassword('');
    setError(null);
    setOpen(false);
    toast.success('The login is in the keychain', { message: answer.value.reference });
    onKept(answer.value.reference);
  };
  // Enter in one of these fields stores the login and does not submit the form of the proxy.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void keep();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of its fields
    <fieldset className="proxies-login" onKeyDown={onKeyDown}>
      <legend>Login for the keychain</legend>
      <Field
        label="Name"
        help="Proxies refer to the login by this name. An existing login with this name is replaced."
      >
        {(ids) => <Input {...ids} mono value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label="User name">
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            autoComplete="off"
            value={user}
            onChange={(event) => setUser(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" error={error}>
        {(ids) => (
          <Input
            {...ids}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button size="small" busy={busy} onClick={() => void keep()}>
          Keep
        </Button>
        <Button size="small" onClick={() => setOpen(false)}>
          Not now
        </Button>
      </div>
    </fieldset>
  );
}
