// Makes sure that what the tests need beyond npm is there: Chromium. As root on Debian or Ubuntu it is installed;
// elsewhere the command to run is printed, and the tests do not start: nothing is skipped in silence.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const needed = [
  {
    package: 'chromium',
    files: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  },
];
const override = process.env.CHROMIUM_PATH;

const missing = needed
  .filter((tool) => !(override && existsSync(override)) && !tool.files.some((file) => existsSync(file)))
  .map((tool) => tool.package);

if (missing.length > 0) {
  const debian =
    existsSync('/etc/os-release') &&
    /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (debian && process.getuid?.() === 0) {
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=500', 'update', '-qq']);
    run('apt-get', [
      '-o',
      'DPkg::Lock::Timeout=500',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      ...missing,
    ]);
  } else {
    console.error(
      `The tests need ${missing.join(', ')}, which is not installed. ` +
        (debian
          ? `Run: sudo apt-get install ${missing.join(' ')}`
          : 'Install Chromium or Chrome, and set CHROMIUM_PATH to its executable.'),
    );
    process.exit(1);
  }
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) {
    console.error(`"${command} ${args.join(' ')}" failed, so the tests cannot run.`);
    process.exit(1);
  }
}
