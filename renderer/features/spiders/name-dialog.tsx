import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { closeDialog } from './dialogs-store.ts';
import { nameProblem } from './names.ts';
import { ProblemList } from './problem-list.tsx';

interface NameDialogProps {
  title: string;
  description?: string;
  confirm: string;
  initial: string;
  taken: readonly string[];
  /** Applies the name. @returns the error; null if it worked */
  onName: (name: string) => Promise<CallError | null>;
}

/** Asks for a name. */
export function NameDialog({ title, description, confirm, initial, taken, onName }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const wrong = nameProblem(name) ?? (taken.includes(name) ? 'The name is taken.' : null);
  const submit = async () => {
    setTried(true);
    if (wrong !== null) return;
    setBusy(true);
    const failed = await onName(name);
    setBusy(false);
    setError(failed);
    if (failed === null) closeDialog();
  };
  return (
    <Dialog
      open
      title={title}
      {...(description === undefined ? {} : { description })}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <Field label="Name" error={tried || name !== initial ? wrong : null}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            value={name}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {error !== null && <ProblemList error={error} />}
    </Dialog>
  );
}
