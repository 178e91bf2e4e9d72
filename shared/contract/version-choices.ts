/** The choice whether to check for newer versions, among the remembered choices of the preferences. */
export const askVersionsName = 'ask-for-newer-versions';
/** The choice that holds the version the person has dismissed. */
export const putAwayVersionName = 'version-put-away';

type Choices = Readonly<Record<string, unknown>>;

/** Whether the application may check for newer versions. The person can turn this off. */
export const mayAskVersions = (choices: Choices): boolean => choices[askVersionsName] !== false;

/** The version that the person has dismissed; null: none. */
export function putAwayVersion(choices: Choices): string | null {
  const version = choices[putAwayVersionName];
  return typeof version === 'string' ? version : null;
}
