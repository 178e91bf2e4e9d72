import { useState } from 'react';
import { Plus, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { conflicts, keysOf } from '../../commands/keymap.ts';
import { keysText } from '../../ui/keys.ts';
import { useRegistry, type Command } from '../../commands/registry.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Keycaps } from '../../ui/key-hint.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { KeyRecorder } from './key-recorder.tsx';
import './keyboard.css';

/** Every command with its shortcuts; press "+" and then the keys to add one. */
export function KeyboardSection() {
  const [search, setSearch] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const [recording, setRecording] = useState<string | null>(null);
  const keymap = usePreference((preferences) => preferences.keymap);
  const commands = useRegistry((state) => state.commands);
  const newest = new Map<string, Command>();
  for (const command of commands) newest.set(command.id, command);
  const all = [...newest.values()];
  const clashes = conflicts(all, keymap);
  const shown = all.filter((command) => {
    const text = [command.title, command.category, ...keysOf(command, keymap).map((keys) => keysText(keys))];
    const fits = text.join(' ').toLowerCase().includes(search.toLowerCase());
    return fits && (!changedOnly || keymap[command.id] !== undefined);
  });
  /** The titles of other commands that want a shortcut of this one. */
  const rivalsOf = (command: Command) => {
    const keys = keysOf(command, keymap);
    const clash = clashes.find((each) => keys.includes(each.keys) && each.commands.includes(command.id));
    const others = clash?.commands.filter((id) => id !== command.id) ?? [];
    return others.map((id) => newest.get(id)?.title ?? id);
  };
  return (
    <>
      <div className="row">
        <SearchField
          className="grow"
          label="Search commands and keys"
          value={search}
          onChange={setSearch}
          count={`${shown.length} of ${all.length}`}
        />
        <Checkbox label="Changed only" checked={changedOnly} onChange={setChangedOnly} />
      </div>
      {clashes.length > 0 && (
        <p className="keyboard-clash">
          <TriangleAlert size={14} aria-hidden />
          {clashes.length === 1 ? 'One shortcut is' : `${clashes.length} shortcuts are`} assigned to several
          commands. The command that the current screen offers runs.
        </p>
      )}
      {[...Map.groupBy(shown, (command) => command.category)].map(([category, list]) => (
        <section key={category} aria-label={category} className="stack">
          <h2>{category}</h2>
          <ul className="settings-group">
            {list.map((command) => (
              <CommandRow
                key={command.id}
                command={command}
                keys={keysOf(command, keymap)}
                rivals={rivalsOf(command)}
                changed={keymap[command.id] !== undefined}
                recording={recording === command.id}
                onRecord={(on) => setRecording(on ? command.id : null)}
                onChange={(keys) => void setPreferences({ keymap: { [command.id]: keys } })}
              />
            ))}
          </ul>
        </section>
      ))}
      {Object.keys(keymap).length > 0 && (
        <div>
          <Button
            icon={RotateCcw}
            onClick={() =>
              void setPreferences({
                keymap: Object.fromEntries(Object.keys(keymap).map((id) => [id, null] as const)),
              })
            }
          >
            Restore all defaults
          </Button>
        </div>
      )}
    </>
  );
}

interface CommandRowProps {
  command: Command;
  keys: readonly string[];
  rivals: readonly string[];
  /** Whether the person has changed its shortcuts. */
  changed: boolean;
  /** Whether the next keys become a shortcut of it. */
  recording: boolean;
  onRecord: (on: boolean) => void;
  /** Null: back to the default. */
  onChange: (keys: string[] | null) => void;
}

/** A command with its shortcuts, and what changes them. */
function CommandRow(props: CommandRowProps) {
  const { command, keys, rivals, changed, recording, onRecord, onChange } = props;
  return (
    <li className="keyboard-row">
      <span className="grow">
        {command.title}
        {rivals.length > 0 && <Badge tone="warning">also: {rivals.join(', ')}</Badge>}
      </span>
      {keys.map((each) => (
        <span className="keyboard-keys" key={each}>
          <Keycaps keys={each} />
          <IconButton
            size="small"
            icon={X}
            label={`Remove ${keysText(each)} from “${command.title}”`}
            onClick={() => onChange(keys.filter((other) => other !== each))}
          />
        </span>
      ))}
      {recording ? (
        <KeyRecorder
          label={`New shortcut for “${command.title}”`}
          onCancel={() => onRecord(false)}
          onRecorded={(recorded) => {
            onRecord(false);
            onChange([...new Set([...keys, recorded])]);
          }}
        />
      ) : (
        <IconButton
          size="small"
          icon={Plus}
          label={`Add a shortcut for “${command.title}”`}
          onClick={() => onRecord(true)}
        />
      )}
      {changed && (
        <IconButton
          size="small"
          icon={RotateCcw}
          label={`Restore the default of “${command.title}”`}
          onClick={() => onChange(null)}
        />
      )}
    </li>
  );
}
