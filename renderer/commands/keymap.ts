import { usePreferencesStore } from '../state/preferences.ts';
import { normalizeKeys } from '../ui/keys.ts';
import { useRegistry, type Command } from './registry.ts';

type Keymap = Readonly<Record<string, readonly string[]>>;

/** The shortcuts of a command: those that the user has set, else its defaults. */
export function keysOf(command: Command, keymap: Keymap): string[] {
  const chosen = keymap[command.id] ?? command.keys ?? [];
  return chosen.map(normalizeKeys).filter((keys) => keys !== null);
}

/** A shortcut that several commands claim at the same time. */
export interface Conflict {
  readonly keys: string;
  /** The ids of the commands with this shortcut. */
  readonly commands: readonly string[];
}

/**
 * Shortcuts that several commands want, or that stand at the beginning of another one. Commands that never apply at the
 * same time may share one; so this is told, not forbidden.
 */
export function conflicts(commands: readonly Command[], keymap: Keymap): Conflict[] {
  const wanted = new Map<string, Set<string>>();
  for (const command of commands) {
    for (const keys of keysOf(command, keymap)) {
      wanted.set(keys, (wanted.get(keys) ?? new Set()).add(command.id));
    }
  }
  for (const [keys, ids] of wanted) {
    const first = keys.split(' ')[0];
    const shorter = first === keys || first === undefined ? undefined : wanted.get(first);
    for (const id of shorter ?? []) ids.add(id);
  }
  return [...wanted].filter(([, ids]) => ids.size > 1).map(([keys, ids]) => ({ keys, commands: [...ids] }));
}

/** The first shortcut of a command, for hints; null where it has none. */
export function keysOfId(id: string): string | null {
  const command = useRegistry.getState().commands.findLast((each) => each.id === id);
  if (command === undefined) return null;
  return keysOf(command, usePreferencesStore.getState().preferences.keymap)[0] ?? null;
}

/** Calls `changed` whenever shortcuts may have changed. @returns ends that */
export function subscribeToKeys(changed: () => void): () => void {
  const ends = [
    useRegistry.subscribe(changed),
    usePreferencesStore.subscribe(({ preferences }, before) => {
      if (preferences.keymap !== before.preferences.keymap) changed();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
