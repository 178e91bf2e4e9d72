import { useState } from 'react';
import { getClient } from '../../state/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { readBackupsAgain, showAdding } from './backups-store.ts';

const fields = [
  { key: 'name', label: 'Name', placeholder: 'nas', help: 'How you call the place.' },
  { key: 'endpoint', label: 'Endpoint', placeholder: 'https://nas.example:9000', help: 'Empty: Amazon S3.' },
  { key: 'region', label: 'Region', placeholder: 'us-east-1', help: 'Empty: us-east-1.' },
  { key: 'bucket', label: 'Bucket', placeholder: 'my-backups', help: 'It must exist.' },
  {
    key: 'prefix',
    label: 'Prefix',
    placeholder: 'studio',
    help: 'Begins the keys of all backups; may be empty.',
  },
  {
    key: 'secret',
    label: 'Secret',
    placeholder: 'keychain:NAS',
    help: 'The name of a secret whose value is ACCESS_KEY:SECRET_KEY, never the keys themselves. Empty: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment.',
  },
] as const;

type Form = Record<(typeof fields)[number]['key'], string>;
const empty: Form = { name: '', endpoint: '', region: '', bucket: '', prefix: '', secret: '' };

/** Adds a place in an S3-compatible service. */
export function PlaceDialog() {
  const [form, setForm] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => showAdding(false);
  const save = async () => {
    const textOf = (key: keyof Form) => form[key].trim();
    const endpoint = textOf('endpoint');
    if (textOf('name') === '' || textOf('bucket') === '')
      return setProblem('A place has a name and a bucket.');
    setBusy(true);
    const answer = await getClient().call('places.add', {
      name: textOf('name'),
      endpoint: endpoint === '' ? null : endpoint,
      region: textOf('region') || 'us-east-1',
      bucket: textOf('bucket'),
      prefix: textOf('prefix'),
      pathStyle: endpoint !== '',
      secret: textOf('secret') || null,
    });
    setBusy(false);
    if (!answer.ok) {
      const { message, hint } = answer.error;
      return setProblem(hint === null ? message : `${message} ${hint}`);
    }
    readBackupsAgain();
    return close();
  };
  return (
    <Dialog
      open
      size="medium"
      title="Add a place for backups"
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            Add
          </Button>
        </>
      }
    >
      {fields.map(({ key, label, placeholder, help }, index) => (
        <Field key={key} label={label} help={help} error={index === fields.length - 1 ? problem : null}>
          {(ids) => (
            <Input
              {...ids}
              autoFocus={index === 0}
              mono
              placeholder={placeholder}
              value={form[key]}
              onChange={({ target }) => {
                setProblem(null);
                setForm((before) => ({ ...before, [key]: target.value }));
              }}
            />
          )}
        </Field>
      ))}
    </Dialog>
  );
}
