import { useState } from 'react';
import type { ApiKey } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { closeDialog, keepSecret, readAgain, showView } from './api-store.ts';

const periods = [
  { value: '0', label: 'Not at all' },
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
] as const;

/** Gives a key a new secret. */
export function RotateDialog({ of: { id, name } }: { of: ApiKey }) {
  const [period, setPeriod] = useState<(typeof periods)[number]['value']>('3600');
  const [busy, setBusy] = useState(false);
  const rotate = async () => {
    setBusy(true);
    const made = await act(
      'keys.rotate',
      { key: id, keepOldSeconds: Number(period) },
      { failure: 'The key was not rotated.' },
    );
    setBusy(false);
    readAgain();
    closeDialog();
    if (made === null) return;
    keepSecret({ of: 'key', id, name, secret: made.secret });
    showView('keys');
  };
  return (
    <Dialog
      open
      title={`Rotate the key “${name}”`}
      description="The program gets a new secret. What it may do stays as it is."
      onClose={closeDialog}
      onSubmit={() => void rotate()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            Rotate
          </Button>
        </>
      }
    >
      <Field label="The old secret works on" help="Time to change it in the programs that use it.">
        {(ids) => <Select {...ids} autoFocus value={period} options={periods} onChange={setPeriod} />}
      </Field>
    </Dialog>
  );
}
