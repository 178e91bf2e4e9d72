import { useEffect } from 'react';
import { create } from 'zustand';
import { setPreferences, usePreference } from '../state/preferences.ts';

/** Whether something needs the room of the JSON now. It is forgotten with the window, so that a choice outlasts what took its place. */
const useRoomNeeded = create<{ needed: boolean }>(() => ({ needed: false }));

/** Whether the JSON of the spider is open. The choice is remembered. */
export function useJsonOpen(): boolean {
  const isChosen = usePreference((preferences) => preferences.choices['author.json'] === true);
  const isNeeded = useRoomNeeded(({ needed }) => needed);
  return isChosen && !isNeeded;
}

/** Opens or closes the JSON of the spider, and remembers the choice. */
export function setJsonOpen(open: boolean): void {
  useRoomNeeded.setState({ needed: false });
  void setPreferences({ choices: { 'author.json': open ? true : null } });
}

/** Closes the JSON where something needs its room, for as long as the component is shown. It can be opened meanwhile. */
export function useJsonClosed(): void {
  useEffect(() => {
    useRoomNeeded.setState({ needed: true });
    return () => useRoomNeeded.setState({ needed: false });
  }, []);
}
