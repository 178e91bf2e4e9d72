import { setPreferences, usePreferencesStore } from './preferences.ts';

const key = 'private-sites';
/** The most spiders that are remembered; the one that was allowed first is forgotten. */
const maxRemembered = 200;

const nameOf = (project: string, spider: string) => `${project}/${spider}`;

function all(): string[] {
  const stored = usePreferencesStore.getState().preferences.choices[key];
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
}

/** Whether a person has allowed a spider to reach private addresses, where it began. */
export const mayReachPrivate = (project: string, spider: string): boolean =>
  all().includes(nameOf(project, spider));

/** Remembers that a spider may reach private addresses, so that its runs do not ask again. */
export function allowPrivateSite(project: string, spider: string): void {
  const name = nameOf(project, spider);
  const others = all().filter((each) => each !== name);
  void setPreferences({ choices: { [key]: [...others, name].slice(-maxRemembered) } });
}
