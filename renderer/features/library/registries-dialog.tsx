import { Trash2 } from 'lucide-react';
import type { Registry } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { confirm } from '../../state/questions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/format.ts';
import { AddRegistry } from './add-registry.tsx';
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
      <AddRegistry />
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
