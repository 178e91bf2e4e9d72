import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ColumnLayout } from './table/column-layout.ts';

/** The theme that is shown. */
export type Theme = 'light' | 'dark';

/** What a person has chosen that components follow. */
export interface UiPreferenceValues {
  readonly density: 'compact' | 'comfortable';
  readonly editor: { readonly fontSize: number; readonly wordWrap: boolean; readonly minimap: boolean };
  /** Layouts of tables, by the names of the tables. */
  readonly columns: Readonly<Record<string, readonly ColumnLayout[]>>;
  /** Sizes of panes in percent, by the names of sets of panes. */
  readonly panels: Readonly<Record<string, readonly number[]>>;
}

/** Where preferences come from, and where components keep them. */
export interface UiPreferences {
  readonly subscribe: (changed: () => void) => () => void;
  readonly current: () => UiPreferenceValues;
  /** Null forgets the layout. */
  readonly rememberColumns: (name: string, layout: readonly ColumnLayout[] | null) => void;
  readonly rememberPanels: (name: string, sizes: readonly number[]) => void;
}

/** The commands that buttons, menus and hints name by their ids. */
export interface UiCommands {
  readonly subscribe: (changed: () => void) => () => void;
  /** The first shortcut of a command, as `keys.ts` writes it; null where it has none. */
  readonly keysOf: (id: string) => string | null;
  readonly run: (id: string) => void;
}

/** A short message about what a component has done, or could not do. */
export interface UiNotice {
  readonly severity: 'success' | 'information' | 'error';
  readonly title: string;
  readonly message?: string | null;
  readonly hint?: string | null;
  readonly code?: string | null;
}

/** Where this window finds a downloaded file. */
export interface StoredFilePlace {
  /** Saves it when it is opened. */
  readonly download: string;
  /** For the src of an image; null: it is no picture that is shown. */
  readonly picture: string | null;
}

/** What components ask of the application that shows them. */
export interface UiEnvironment {
  readonly theme: Theme;
  readonly preferences: UiPreferences;
  readonly commands: UiCommands;
  readonly notify: (notice: UiNotice) => void;
  /** Writes to the clipboard and reports a failure to the person. Whether it was written. */
  readonly copy: (text: string) => Promise<boolean>;
  /** Finds a downloaded file. Null: it is gone. */
  readonly storedFile: (sha256: string, name: string) => Promise<StoredFilePlace | null>;
}

const nothingToHear = () => () => undefined;
const usual: UiPreferenceValues = {
  density: 'compact',
  editor: { fontSize: 13, wordWrap: true, minimap: false },
  columns: {},
  panels: {},
};

/** The environment without an application: light, without shortcuts, and nothing is remembered. */
const standalone: UiEnvironment = {
  theme: 'light',
  preferences: {
    subscribe: nothingToHear,
    current: () => usual,
    rememberColumns: () => undefined,
    rememberPanels: () => undefined,
  },
  commands: { subscribe: nothingToHear, keysOf: () => null, run: () => undefined },
  notify: () => undefined,
  copy: async (text) => {
    await navigator.clipboard.writeText(text);
    return true;
  },
  storedFile: async () => null,
};

/** The application provides it once, around everything. */
export const UiContext = createContext<UiEnvironment>(standalone);

/** The environment of the components. */
export const useUi = (): UiEnvironment => useContext(UiContext);

/** A part of the preferences. Select what stays the same object while nothing changes. */
export function useUiPreference<T>(select: (values: UiPreferenceValues) => T): T {
  const { preferences } = useUi();
  return useSyncExternalStore(preferences.subscribe, () => select(preferences.current()));
}

/** The first shortcut of a command, for hints; null where it has none. */
export function useKeysOf(command: string | undefined): string | null {
  const { commands } = useUi();
  return useSyncExternalStore(commands.subscribe, () =>
    command === undefined ? null : commands.keysOf(command),
  );
}
