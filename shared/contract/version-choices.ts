/** Names among the remembered choices of the preferences: whether newer versions are asked for, and the one that was put away. */
export const askVersionsName = 'ask-for-newer-versions';
export const putAwayVersionName = 'version-put-away';

type Choices = Readonly<Record<string, unknown>>;

/** Whether it may be asked for newer versions: unless the person has said no. */
export const mayAskVersions = (choices: Choices): boolean => choices[askVersionsName] !== false;

/** The version that the person does not want to hear of any more; null: none. */
export function putAwayVersion(choices: Choices): string | null {
  const version = choices[putAwayVersionName];
  return typeof version === 'string' ? version : null;
}
