import { useState } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { Registry } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { confirm } from '../../state/questions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { closeLibraryDialog, libraryChanged } from './library-store.ts';
import { freshness } from './library-words.ts';

/** The registries: what there is, and a form that adds one. */
export function RegistriesDialog() {
  const registries = useCall('library.registries', {}).value ?? [];
  return (
    <Dialog
      open
      size="medium"
      title="Registries"
      description="Where the spiders and templates of the library come from."
      onClose={closeLibraryDialog}
      footer={<Button onClick={closeLibraryDialog}>Close</Button>}
    >
      <ul className="library-registries" aria-label="Registries">
        {registries.map((registry) => (
          <RegistryRow key={registry.name} registry={registry} />
        ))}
      </ul>
      <AddForm />
    </Dialog>
  );
}

function RegistryRow({ registry }: { registry: Registry }) {
  const { name, kind, location, title, entries, problem } = registry;
  const remove = async () => {
    const agreed = await confirm({
      title: `Remove the registry “${name}”?`,
      message: 'What is in it stays there, and so do the spiders that were imported from it.',
      confirm: 'Remove',
      danger: true,
    });
    if (!agreed) return;
    await act('library.removeRegistry', { name }, { failure: `${name} was not removed.` });
    libraryChanged();
  };
  return (
    <li>
      <div className="grow">
        <p className="library-line">
          <span className="strong">{name}</span>
          <Badge>{kind}</Badge>
          <span className="muted ellipsis">{title}</span>
        </p>
        <p className="subtle small library-url">
          {kind === 'shipped' ? '' : `${location} · `}
          {counted(entries, 'entry', 'entries')}, {freshness(registry)}
        </p>
        {problem !== null && <p className="library-wrong small">{problem}</p>}
      </div>
      {kind !== 'shipped' && (
        <IconButton label={`Remove ${name}`} icon={Trash2} size="small" onClick={() => void remove()} />
      )}
    </li>
  );
}

function AddForm() {
  const [name, setName] = useState('');
  const [location, setLocation] = useState('');
  const [allowPrivate, setAllowPrivate] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const add = async () => {
    if (name.trim() === '' || location.trim() === '' || busy) return;
    setBusy(true);
    setError(null);
    const answer = await getClient().call('library.addRegistry', {
      name: name.trim(),
      location: location.trim(),
      allowPrivate,
    });
    setBusy(false);
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    setName('');
    setLocation('');
    setAllowPrivate(false);
    libraryChanged();
  };
  return (
    <form
      className="library-add"
      aria-label="Add a registry"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3>Add a registry</h3>
      <div className="library-facts">
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              placeholder="team"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Location"
          error={
            error === null ? null : [error.message, error.hint].filter((part) => part !== null).join(' ')
          }
          help="A URL with an index.json, or a Git repository. Folders of this computer are added on the command line."
        >
          {(ids) => (
            <Input
              {...ids}
              mono
              placeholder="https://git.example/team/spiders.git"
              value={location}
              onChange={(event) => {
                setError(null);
                setLocation(event.target.value);
              }}
            />
          )}
        </Field>
      </div>
      <div className="library-line">
        <Checkbox label="It may have a private address" checked={allowPrivate} onChange={setAllowPrivate} />
        <span className="grow" />
        <Button type="submit" icon={Plus} busy={busy} disabled={name.trim() === '' || location.trim() === ''}>
          Add
        </Button>
      </div>
    </form>
  );
}
