/** The paths of tinyproxy. There is none for Windows, where its tests are skipped. */
export const tinyproxyFiles = [
  '/usr/bin/tinyproxy',
  '/usr/local/bin/tinyproxy',
  '/opt/homebrew/bin/tinyproxy',
];

/** The folders that PostgreSQL may be in: those of Debian by version, newest first, and others. */
const postgresFolders = [
  ...[19, 18, 17, 16, 15, 14, 13].map((version) => `/usr/lib/postgresql/${version}/bin`),
  '/usr/local/bin',
  '/opt/homebrew/bin',
];

/**
 * The folder with the programs of PostgreSQL; null: it is not installed.
 * @param {(file: string) => boolean} exists
 * @returns {string | null}
 */
export const postgresFolder = (exists) =>
  postgresFolders.find((folder) => ['postgres', 'initdb'].every((name) => exists(`${folder}/${name}`))) ??
  null;

/** Debian's packages with a keyring, a session bus to find it by, and the program that asks it. */
const keyringPackages = ['dbus', 'gnome-keyring', 'libsecret-tools'];

/**
 * The Debian names of the tools that the tests need and that are not installed.
 * @param {{ platform: string, hasChromium: boolean, exists: (file: string) => boolean }} machine
 * @returns {string[]}
 */
export function missingTools({ platform, hasChromium, exists }) {
  const hasProxy = platform === 'win32' || tinyproxyFiles.some((file) => exists(file));
  // Opens the workbooks of exports, on Debian and Ubuntu alone.
  const hasWorkbooks = platform !== 'linux' || exists('/usr/lib/python3/dist-packages/openpyxl');
  // The library that the Python client of the API needs; elsewhere its tests are skipped without it.
  const hasHttpx = platform !== 'linux' || exists('/usr/lib/python3/dist-packages/httpx');
  // The shell programs of the documentation; macOS and Windows bring it.
  const hasCurl = platform !== 'linux' || exists('/usr/bin/curl');
  // The database that exports are tested against; elsewhere those tests are skipped.
  const hasPostgres = platform !== 'linux' || postgresFolder(exists) !== null;
  // The pooler in front of it; elsewhere that test is skipped.
  const hasPgBouncer = platform !== 'linux' || exists('/usr/sbin/pgbouncer');
  // The keychain of Linux, in a session bus of the test; elsewhere that test is skipped.
  const hasKeyring = ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'].every((name) =>
    exists(`/usr/bin/${name}`),
  );
  // A screen for the browser in which a person logs in; elsewhere that test is skipped.
  const hasScreen = platform !== 'linux' || exists('/usr/bin/Xvfb');
  return [
    ...(hasChromium ? [] : ['chromium']),
    ...(hasProxy ? [] : ['tinyproxy']),
    ...(hasWorkbooks ? [] : ['python3-openpyxl']),
    ...(hasHttpx ? [] : ['python3-httpx']),
    ...(hasCurl ? [] : ['curl']),
    ...(hasPostgres ? [] : ['postgresql']),
    ...(hasPgBouncer ? [] : ['pgbouncer']),
    ...(hasScreen ? [] : ['xvfb']),
    ...(platform !== 'linux' || hasKeyring ? [] : keyringPackages),
  ];
}

/**
 * What to run to install the missing tools.
 * @param {readonly string[]} missing
 * @param {string} system "debian" or a platform
 * @returns {string}
 */
export function toolAdvice(missing, system) {
  const needed = `The tests need ${missing.join(' and ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed.`;
  if (system === 'debian') return `${needed} Run "sudo apt-get install ${missing.join(' ')}".`;
  const ways = {
    chromium: 'Run "npx playwright install chromium", or set CHROMIUM_PATH to a Chromium or Chrome.',
    tinyproxy:
      system === 'darwin'
        ? 'Run "brew install tinyproxy".'
        : 'Install tinyproxy with the package manager of your system.',
    postgresql: 'Install the server of PostgreSQL with the package manager of your system.',
    pgbouncer: 'Install PgBouncer with the package manager of your system.',
    xvfb: 'Install Xvfb with the package manager of your system.',
    dbus: 'Install dbus-run-session with the package manager of your system.',
    'gnome-keyring': 'Install GNOME Keyring with the package manager of your system.',
    'libsecret-tools': 'Install secret-tool with the package manager of your system.',
    curl: 'Install curl with the package manager of your system.',
    'python3-httpx': 'Install httpx for /usr/bin/python3 with the package manager of your system.',
    'python3-openpyxl': 'Install openpyxl for /usr/bin/python3 with the package manager of your system.',
  };
  return [needed, ...missing.map((name) => ways[name])].join(' ');
}
