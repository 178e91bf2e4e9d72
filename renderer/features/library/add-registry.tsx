import { FolderOpen, Plus } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { commandWord } from '../../state/command-word.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { useAddRegistry, type RegistryDraft } from './use-add-registry.ts';

/** Whether a location is a path of this computer, as people write one. */
const isPath = (location: string): boolean => /^(?:[/\\.~]|[A-Za-z]:[/\\])/u.test(location);

/** The form that adds a registry. */
export function AddRegistry() {
  const { draft, change, busy, error, isComplete, canChoose, choose, add } = useAddRegistry();
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
      <div className="library-place">
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              placeholder="team"
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <LocationField
          location={draft.location}
          error={error}
          onChange={(location) => change({ location })}
          onChoose={canChoose ? () => void choose() : null}
        />
      </div>
      {draft.isNew && (
        <Field label="Title of the new registry">
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              placeholder="Our spiders"
              value={draft.title}
              onChange={({ target }) => change({ title: target.value })}
            />
          )}
        </Field>
      )}
      <div className="library-line library-ways">
        <Checkbox
          label="Make a new one there"
          checked={draft.isNew}
          onChange={(isNew) => change({ isNew })}
        />
        <Checkbox
          label="It may have a private address"
          checked={draft.allowPrivate}
          onChange={(allowPrivate) => change({ allowPrivate })}
        />
        <span className="grow" />
        <Button type="submit" icon={Plus} busy={busy} disabled={!isComplete}>
          Add
        </Button>
      </div>
      {!canChoose && <ByCommand draft={draft} />}
    </form>
  );
}

interface LocationFieldProps {
  location: string;
  error: CallError | null;
  onChange: (location: string) => void;
  /** Null: no folder can be chosen in this window. */
  onChoose: (() => void) | null;
}

/** Where a registry is, and why it was not added. */
function LocationField({ location, error, onChange, onChoose }: LocationFieldProps) {
  return (
    <Field
      label="Location"
      error={error === null ? null : [error.message, error.hint].filter((part) => part !== null).join(' ')}
      help={
        onChoose === null
          ? 'A Git repository, or a URL with an index.json.'
          : 'A folder, a Git repository, or a URL with an index.json.'
      }
    >
      {(ids) => (
        <div className="library-line library-choose">
          <Input
            {...ids}
            mono
            className="grow"
            placeholder="https://git.example/team/spiders.git"
            value={location}
            onChange={({ target }) => onChange(target.value)}
          />
          {onChoose !== null && (
            <Button icon={FolderOpen} onClick={onChoose}>
              Choose a folder…
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

/** In a browser, which may name no path of this computer: the command that adds a folder. */
function ByCommand({ draft: { name, location, isNew, title } }: { draft: RegistryDraft }) {
  const info = useCall('app.info', {}).value;
  if (info === null) return null;
  const words = [
    name.trim() || 'team',
    isPath(location.trim()) ? location.trim() : './our-spiders',
    ...(isNew ? ['--create', title.trim() || 'Our spiders'] : []),
    '--data-dir',
    info.dataFolder,
  ];
  const line = ['spider-studio library add', ...words.map((word) => commandWord(info.platform, word))];
  return (
    <div className="library-by-command">
      <p className="subtle small">
        A browser cannot add folders of this computer, nor Git repositories in them. This command does:
      </p>
      <CommandLine line={line.join(' ')} />
    </div>
  );
}
