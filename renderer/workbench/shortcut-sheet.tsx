import { useState } from 'react';
import { keysOf } from '../commands/keymap.ts';
import { useRegistry, type Command } from '../commands/registry.ts';
import { usePreference } from '../state/preferences.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Keycaps } from '../ui/key-hint.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { showShortcuts, useFrame } from './frame-state.ts';
import { navigate } from '../navigation/router.ts';
import { score } from './palette.tsx';
import './shortcut-sheet.css';

/** The shortcuts of all available commands. */
export function ShortcutSheet() {
  const open = useFrame((state) => state.shortcutSheet);
  return open ? <Sheet /> : null;
}

function Sheet() {
  const [search, setSearch] = useState('');
  const commands = useRegistry((state) => state.commands);
  const keymap = usePreference((preferences) => preferences.keymap);
  const newest = new Map<string, Command>();
  for (const command of commands) newest.set(command.id, command);
  const shown = [...newest.values()].filter(
    (command) =>
      keysOf(command, keymap).length > 0 &&
      score('', search, [command.title, ...(command.keywords ?? [])]) > 0,
  );
  return (
    <Dialog
      open
      size="large"
      title="Keyboard shortcuts"
      onClose={() => showShortcuts(false)}
      footer={
        <Button
          onClick={() => {
            showShortcuts(false);
            navigate('#/settings?section=keyboard');
          }}
        >
          Change shortcuts
        </Button>
      }
    >
      <SearchField label="Search shortcuts" value={search} onChange={setSearch} />
      <p className="small muted wb-shortcuts-note">
        In a text field, press <Keycaps keys="Escape" /> first for shortcuts without a modifier key.
      </p>
      <div className="wb-shortcuts">
        {[...Map.groupBy(shown, (command) => command.category)].map(([category, list]) => (
          <section key={category}>
            <h3>{category}</h3>
            <ul>
              {list.map((command) => (
                <li key={command.id}>
                  <span>{command.title}</span>
                  <span className="row">
                    {keysOf(command, keymap).map((keys) => (
                      <Keycaps keys={keys} key={keys} />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
