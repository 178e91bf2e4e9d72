import { useEffect, useEffectEvent } from 'react';
import { setPreferences, usePreference } from '../state/preferences.ts';

/** Whether the JSON of the spider is open. Remembered. */
export const useJsonOpen = () => usePreference((preferences) => preferences.choices['author.json'] === true);

/** Opens or closes the JSON of the spider, and remembers the choice. */
export const setJsonOpen = (open: boolean) =>
  void setPreferences({ choices: { 'author.json': open ? true : null } });

/** Closes the JSON where something needs its room, for as long as the component is shown. It can be opened meanwhile. */
export function useJsonClosed(): void {
  const open = useJsonOpen();
  const isOpen = useEffectEvent(() => open);
  useEffect(() => {
    if (!isOpen()) return undefined;
    setJsonOpen(false);
    return () => setJsonOpen(true);
  }, []);
}
