/** The oldest supported Node: with older ones the database driver crashes the process instead of failing. */
const oldest = [24, 0];

/**
 * Says in one sentence what is wrong with a Node version, or null if it is supported.
 * @param {string} version as in `process.versions.node`, for example "20.20.2"
 * @returns {string | null}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Spider Studio needs Node ${oldestMajor} or newer, and this is Node ${version}.`;
}

/** Systems for which `npm ci` installs a Node: package.json has a package for each. */
const brought = ['linux-x64', 'linux-arm64', 'win32-x64'];

/**
 * What to do about a Node that is too old, in one sentence.
 * @param {string} [platform]
 * @param {string} [arch]
 * @returns {string}
 */
export function nodeAdvice(platform = process.platform, arch = process.arch) {
  const newer = `Node ${oldest[0]} or newer from https://nodejs.org`;
  if (brought.includes(`${platform}-${arch}`))
    return `Run "npm ci" in the project folder, which brings Node ${oldest[0]}, or install ${newer}.`;
  const tools = { darwin: 'brew install node', win32: 'winget install OpenJS.NodeJS.LTS' };
  const tool = tools[platform];
  return `Install ${newer}${tool === undefined ? '' : `, or with "${tool}"`}, and open a new terminal.`;
}

/**
 * Where `npm ci` installs Node for a system.
 * @param {string} [platform]
 * @param {string} [arch]
 * @returns {URL}
 */
export function broughtNode(platform = process.platform, arch = process.arch) {
  const [system, file] = platform === 'win32' ? ['win', 'node.exe'] : [platform, 'node'];
  return new URL(`../node_modules/node-${system}-${arch}/bin/${file}`, import.meta.url);
}
