import { useState } from 'react';
import type { TrashEntry } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { restoreAs, useRenaming } from './trash-actions.ts';
import { nameOf } from './trash-columns.tsx';

/** Asks for another name for what is restored while something else has its name. */
export function OtherNameDialog() {
  const entry = useRenaming((state) => state.entry);
  return entry === null ? null : <OtherName key={entry.id} entry={entry} />;
}

function OtherName({ entry }: { entry: TrashEntry }) {
  const [name, setName] = useState(`${nameOf(entry)}-restored`);
  const [busy, setBusy] = useState(false);
  const close = () => useRenaming.setState({ entry: null });
  const submit = async () => {
    setBusy(true);
    const isRestored = await restoreAs(entry, name.trim());
    setBusy(false);
    if (isRestored) close();
  };
  return (
    <Dialog
      open
      title={`Restore “${nameOf(entry)}”`}
      description={`There is another ${entry.kind} with this name. Choose one for the ${entry.kind} that is restored.`}
      onClose={close}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={name.trim() === ''}>
            Restore
          </Button>
        </>
      }
    >
      <Field label="Name">
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
    </Dialog>
  );
}
