import { setPreferences, usePreference } from '../../state/preferences.ts';

/** What is fetched through a proxy to test it. */
export interface TestChoice {
  readonly target: string;
  /** The page may be at a loopback or private address. */
  readonly allowPrivate: boolean;
}

/** The name among the remembered choices of the preferences. */
const choiceName = 'proxies-test';

/** A page that anybody may fetch (RFC 2606, section 3); the command line uses it, too. */
const defaultTarget = 'https://example.com/';

/** The choices for proxy tests from the stored preferences; the defaults where there are none. */
export function testChoiceOf(choices: Readonly<Record<string, unknown>>): TestChoice {
  const kept = choices[choiceName];
  const entries: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const { target, allowPrivate } = entries;
  return {
    target: typeof target === 'string' && target !== '' ? target : defaultTarget,
    allowPrivate: allowPrivate === true,
  };
}

/** The choices for proxy tests. */
export const useTestChoice = () => {
  const kept = usePreference((preferences) => preferences.choices[choiceName]);
  return testChoiceOf(kept === undefined ? {} : { [choiceName]: kept });
};

/** An empty target is the default again. */
export const keepTestChoice = ({ target, allowPrivate }: TestChoice) =>
  setPreferences({ choices: { [choiceName]: { target: target.trim(), allowPrivate } } });
