import { useState } from 'react';
import { roles, type Role } from '../../../shared/roles.ts';
import { getClient } from '../../state/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { closeDialog, readAgain } from './api-store.ts';
import { roleHelp, said } from './api-words.ts';

/** Adds a member. */
export function MemberDialog() {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('runner');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const add = async () => {
    if (name.trim() === '') return setProblem('A member needs a name.');
    setBusy(true);
    const answer = await getClient().call('members.add', { name: name.trim(), role });
    setBusy(false);
    if (!answer.ok) return setProblem(said(answer.error));
    readAgain();
    closeDialog();
    return undefined;
  };
  return (
    <Dialog
      open
      title="Add a member"
      description="A person, a team or a program that owns keys."
      onClose={closeDialog}
      onSubmit={() => void add()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            Add
          </Button>
        </>
      }
    >
      <Field label="Name" error={problem}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            maxLength={100}
            placeholder="newsroom"
            value={name}
            onChange={(event) => {
              setProblem(null);
              setName(event.target.value);
            }}
          />
        )}
      </Field>
      <Field label="Role">
        {(ids) => (
          <Select
            {...ids}
            value={role}
            options={roles.map((one) => ({ value: one, label: `${one}: ${roleHelp[one]}` }))}
            onChange={setRole}
          />
        )}
      </Field>
    </Dialog>
  );
}
