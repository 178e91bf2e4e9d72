/** The oldest Node that will do: with older ones the database driver crashes the process instead of failing. */
const oldest = [24, 0];

/**
 * Says in one sentence what is wrong with a Node version, or null when it will do.
 * @param {string} version as in `process.versions.node`, for example "20.20.2"
 * @returns {string | null}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Spider Studio needs Node ${oldestMajor} or newer, and this is Node ${version}.`;
}
