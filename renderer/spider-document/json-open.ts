import { setPreferences, usePreference } from '../state/preferences.ts';

/** Whether the JSON of the spider is open. Remembered. */
export const useJsonOpen = () => usePreference((preferences) => preferences.choices['author.json'] === true);

/** Opens or closes the JSON of the spider, and remembers the choice. */
export const setJsonOpen = (open: boolean) =>
  void setPreferences({ choices: { 'author.json': open ? true : null } });
