import { useRef, useState } from 'react';
import { CircleAlert, FileUp } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { WantedLogin } from '../../contributions/log-in.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { closeDialog, kept } from './logins-store.ts';
import { NameField } from './name-field.tsx';

/** The largest file that is read, in bytes. */
const maxBytes = 10_000_000;

/** The dialog that stores a login from a file. */
export function ImportDialog({ wanted }: { wanted?: WantedLogin | undefined }) {
  const [name, setName] = useState(wanted?.name ?? '');
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  const ready = name.trim() !== '' && file !== null;

  const choose = async (list: FileList | null) => {
    const [first] = list ?? [];
    if (first === undefined) return;
    setFile(null);
    setError(null);
    setUnread(null);
    if (first.size > maxBytes) return setUnread(`${first.name} is too large: a login has at most 10 MB.`);
    try {
      setFile({ name: first.name, text: await first.text() });
    } catch {
      setUnread(`${first.name} could not be read: it may be a folder, or have been moved.`);
    }
  };
  const store = async () => {
    if (!ready || busy) return;
    setBusy(true);
    const answer = await getClient().call('sessions.import', { name: name.trim(), text: file.text });
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    kept(answer.value.name, wanted);
    toast.success('The login was imported', { message: answer.value.name });
  };
  return (
    <Dialog
      open
      size="medium"
      title="Import a login"
      description={
        <>
          From a storage state that Playwright has written, or a <code>cookies.txt</code> of a browser
          extension. The file itself is not kept.
        </>
      }
      onClose={closeDialog}
      onSubmit={() => void store()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={!ready}>
            Import
          </Button>
        </>
      }
    >
      <NameField
        autoFocus
        value={name}
        onChange={(next) => {
          setName(next);
          setError(null);
        }}
      />
      <FileChoice chosen={file?.name ?? null} onFiles={(list) => void choose(list)} />
      {unread !== null && (
        <Notice tone="danger" icon={CircleAlert} alert>
          {unread}
        </Notice>
      )}
      {error !== null && <FailureNotice error={error} />}
    </Dialog>
  );
}

interface FileChoiceProps {
  chosen: string | null;
  onFiles: (files: FileList | null) => void;
}

function FileChoice({ chosen, onFiles }: FileChoiceProps) {
  const picker = useRef<HTMLInputElement | null>(null);
  return (
    <div className="logins-file">
      <Button icon={FileUp} onClick={() => picker.current?.click()}>
        {chosen === null ? 'Choose a file' : 'Choose another file'}
      </Button>
      <span className={chosen === null ? 'subtle' : 'mono'} role="status">
        {chosen ?? 'No file chosen.'}
      </span>
      <input
        ref={picker}
        type="file"
        accept=".json,.txt,application/json,text/plain"
        hidden
        aria-label="File of a login"
        onChange={(event) => {
          onFiles(event.target.files);
          // Otherwise choosing the same file again fires no event.
          event.target.value = '';
        }}
      />
    </div>
  );
}
