import { useState } from 'react';
import type { CallError } from '../../../../shared/contract/errors.ts';
import { act } from '../../../state/act.ts';
import { toast } from '../../../state/toasts.ts';
import { writeValue, type SpiderKey } from '../../../spider-document/document.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input, Switch } from '../../../ui/field.tsx';

/** Asks for the name of a login, and keeps it. */
export function KeepLogin({
  spiderKey: key,
  live,
  onClose,
}: {
  spiderKey: SpiderKey;
  live: string;
  onClose: () => void;
}) {
  const [name, setName] = useState(key.spider.slice(0, 100));
  const [isUsed, setUsed] = useState(true);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<CallError | null>(null);
  const keep = async () => {
    setBusy(true);
    setWrong(null);
    const handle = (error: CallError) => {
      setWrong(error);
      return true;
    };
    const login = await act('live.keepLogin', { live, name: name.trim() }, { handle });
    setBusy(false);
    if (login === null) return;
    if (isUsed) writeValue(key, ['settings', 'SESSION'], login.name, 'Use a login');
    const message = login.encrypted
      ? `For ${login.domains.join(', ')}.`
      : `For ${login.domains.join(', ')}. There is no keychain, so only the rights of its file protect it.`;
    toast.success(`The login ${login.name} was kept`, { message });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keep as login"
      description="The cookies and the local storage of the sites that were shown are kept. Your password is not."
      onSubmit={() => void keep()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ''}>
            Keep the login
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field
          label="Name"
          help="A login of this name is replaced."
          error={
            wrong === null ? null : [wrong.message, wrong.hint].filter((part) => part !== null).join(' ')
          }
        >
          {(ids) => <Input {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Switch
          label="Use it for this spider"
          help="Sets SESSION, so that runs are logged in."
          checked={isUsed}
          onChange={setUsed}
        />
      </div>
    </Dialog>
  );
}
