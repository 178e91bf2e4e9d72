import type { JsonValue } from '../../shared/contract/types.ts';
import { mayReachPrivate } from '../state/private-sites.ts';
import { setPreferences, usePreferencesStore } from '../state/preferences.ts';
import { isWorkers } from '../../shared/run-workers.ts';
import type { Override } from './overrides.ts';

/** What is chosen in the dialog that starts a run. */
export interface StartChoice {
  readonly kind: 'test' | 'full';
  /** Items of a test run. */
  readonly limit: number;
  readonly overrides: readonly Override[];
  /** Values of the spider's arguments, as typed. The others have their default. */
  readonly args: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  /** Processes of this computer that carry it out. */
  readonly workers: number;
}

const firstChoice: StartChoice = {
  kind: 'test',
  limit: 10,
  overrides: [],
  args: {},
  allowPrivate: false,
  workers: 1,
};

const key = 'run.start';
/** The most remembered spiders; the least recently started one is dropped. */
const maxRemembered = 100;

const nameOf = (project: string, spider: string) => `${project}/${spider}`;

function all(): Record<string, JsonValue> {
  const stored = usePreferencesStore.getState().preferences.choices[key];
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : {};
}

/** The last choice for a spider, or what a first run is offered with. */
export function rememberedChoice(project: string, spider: string): StartChoice {
  const stored = all()[nameOf(project, spider)];
  const allowed = mayReachPrivate(project, spider);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
    return { ...firstChoice, allowPrivate: allowed };
  }
  const { kind, limit, overrides, args, allowPrivate, workers } = stored;
  return {
    kind: kind === 'full' ? 'full' : 'test',
    limit: typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : firstChoice.limit,
    overrides: Array.isArray(overrides) ? overrides.flatMap(overrideOf) : [],
    args: textsOf(args),
    allowPrivate: typeof allowPrivate === 'boolean' ? allowPrivate : allowed,
    workers: typeof workers === 'number' && isWorkers(workers) ? workers : firstChoice.workers,
  };
}

function overrideOf(value: JsonValue): Override[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { name, value: text } = value;
  return typeof name === 'string' && typeof text === 'string' ? [{ name, value: text }] : [];
}

function textsOf(value: JsonValue | undefined): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const texts = Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text]] : [],
  );
  return Object.fromEntries(texts);
}

/** Keeps a choice for the next time. */
export function rememberChoice(project: string, spider: string, choice: StartChoice): void {
  const { kind, limit, overrides, args, allowPrivate, workers } = choice;
  const { [nameOf(project, spider)]: _, ...others } = all();
  const kept = Object.entries(others).slice(1 - maxRemembered);
  const next: JsonValue = {
    kind,
    limit,
    overrides: overrides.map(({ name, value }) => ({ name, value })),
    args: { ...args },
    allowPrivate,
    workers,
  };
  void setPreferences({
    choices: { [key]: Object.fromEntries([...kept, [nameOf(project, spider), next]]) },
  });
}
