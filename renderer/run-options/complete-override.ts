import type { KnownSetting } from './check-overrides.ts';

/** A completion of an override that is being typed. */
export interface Completion {
  /** What the field holds once it is chosen. */
  readonly text: string;
  /** Whether that is a whole override. */
  readonly complete: boolean;
  readonly title: string;
  readonly aside: string | null;
  readonly detail: string | null;
}

const maxShown = 8;

/** Completions of typed text: names of settings before the equals sign, values after it. */
export function completions(text: string, settings: readonly KnownSetting[]): Completion[] {
  const at = text.indexOf('=');
  if (at >= 0) return values(text.slice(0, at).trim(), text.slice(at + 1).trim(), settings);
  const typed = text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/gu, '_');
  const fitting = settings
    .map((setting) => ({ setting, rank: rankOf(setting, typed) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  return fitting.slice(0, maxShown).map(({ setting: { name, description, default: standard } }) => ({
    text: `${name}=`,
    complete: false,
    title: name,
    aside:
      standard === null ? null : `default ${standard.length > 24 ? `${standard.slice(0, 23)}…` : standard}`,
    detail: description,
  }));
}

/** Beginnings go before middles, names before descriptions; 0: it does not fit. */
function rankOf({ name, description }: KnownSetting, typed: string): number {
  if (name.startsWith(typed)) return 4;
  if (name.includes(`_${typed}`)) return 3;
  if (name.includes(typed)) return 2;
  return description.toUpperCase().includes(typed.replaceAll('_', ' ')) ? 1 : 0;
}

function values(name: string, typed: string, settings: readonly KnownSetting[]): Completion[] {
  const setting = settings.find((each) => each.name === name);
  if (setting === undefined) return [];
  const all = setting.values.length > 0 ? setting.values : setting.default === null ? [] : [setting.default];
  return all
    .filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()) && value !== typed)
    .slice(0, maxShown)
    .map((value) => ({
      text: `${name}=${value}`,
      complete: true,
      title: `${name}=${value}`,
      aside: value === setting.default ? 'default' : null,
      detail: null,
    }));
}
