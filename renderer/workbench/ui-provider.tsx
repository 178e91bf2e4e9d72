import { useMemo, type ReactElement } from 'react';
import { keysOfId, subscribeToKeys } from '../commands/keymap.ts';
import { runCommand } from '../commands/registry.ts';
import { useTheme } from '../state/appearance.ts';
import { copyText } from '../state/clipboard.ts';
import { setPreferences, usePreferencesStore } from '../state/preferences.ts';
import { storedFile } from '../state/stored-files.ts';
import { toast } from '../state/toasts.ts';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { UiContext, type UiEnvironment } from '../ui/ui-context.ts';

const environment: Omit<UiEnvironment, 'theme'> = {
  preferences: {
    subscribe: usePreferencesStore.subscribe,
    current: () => usePreferencesStore.getState().preferences,
    rememberColumns: (name, layout) =>
      void setPreferences({ columns: { [name]: layout === null ? null : [...layout] } }),
    rememberPanels: (name, sizes) => void setPreferences({ panels: { [name]: [...sizes] } }),
  },
  commands: { subscribe: subscribeToKeys, keysOf: keysOfId, run: (id) => void runCommand(id) },
  notify: (notice) => void toast.show(notice),
  copy: (text) => copyText(text),
  storedFile,
};

/** Gives the components of `ui/` the theme, the preferences and the commands of this window. */
export function UiProvider({ children }: { children: ReactElement }) {
  const theme = useTheme();
  const value = useMemo(() => ({ ...environment, theme }), [theme]);
  return (
    <UiContext value={value}>
      <TooltipProvider>{children}</TooltipProvider>
    </UiContext>
  );
}
