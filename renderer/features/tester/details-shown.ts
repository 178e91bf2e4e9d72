import { setPreferences, usePreference } from '../../state/preferences.ts';

/** Whether the details of the rows are shown beside their table. Remembered. */
export const useDetailsShown = () =>
  usePreference((preferences) => preferences.choices['tester.details'] === true);

/** Shows or hides the details of the rows, and remembers the choice. */
export const showDetails = (shown: boolean) =>
  void setPreferences({ choices: { 'tester.details': shown ? true : null } });
