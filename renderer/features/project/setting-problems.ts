import type { CallError } from '../../../shared/contract/errors.ts';
import { checkOverrides, type OverrideProblem } from '../../run-options/check-overrides.ts';
import { typedValue } from '../../run-options/overrides.ts';
import { valueOfText } from './setting-text.ts';

/** Settings as they are entered, by name; '': not set. */
export type SettingTexts = Readonly<Record<string, string>>;

/** Those that are set, as calls take them. */
export const settingsOf = (texts: SettingTexts) =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.trim() !== '')
      .map(([name, text]) => [name, valueOfText(name, text)]),
  );

/** What is wrong with entered settings, by name, as the check of a spider finds it. */
export function problemsOfTexts(texts: SettingTexts): ReadonlyMap<string, OverrideProblem> {
  const overrides = Object.entries(settingsOf(texts)).map(([name, value]) => ({
    name,
    value: typedValue(value),
  }));
  return checkOverrides(null, overrides);
}

/** A problem in one sentence or two. */
export const problemWords = ({ message, hint }: OverrideProblem): string =>
  hint === null ? message : `${message}. ${hint}`;

/** Whether something that is entered cannot be stored. */
export const hasErrors = (problems: ReadonlyMap<string, OverrideProblem>): boolean =>
  [...problems.values()].some(({ severity }) => severity === 'error');

/** What an error of the host says, with the first problems that it lists. */
export function errorWords({ message, hint, details }: CallError): string {
  const { problems } = details;
  const listed = Array.isArray(problems)
    ? problems.slice(0, 5).flatMap((problem: unknown) => {
        const said: unknown = Reflect.get(Object(problem), 'message');
        return typeof said === 'string' ? [said] : [];
      })
    : [];
  return [message, ...listed, hint].filter((part) => part !== null && part !== '').join(' ');
}
