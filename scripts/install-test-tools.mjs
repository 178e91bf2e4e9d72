// Makes sure that what the tests need beyond npm is there: Chromium and tinyproxy. As root on Debian or Ubuntu they are
// installed; elsewhere the command to run is printed, and the tests do not start: nothing is skipped in silence.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const needed = [
  {
    package: 'chromium',
    files: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    override: process.env.CHROMIUM_PATH,
    elsewhere: 'Install Chromium or Chrome, and set CHROMIUM_PATH to its executable.',
  },
  {
    package: 'tinyproxy',
    files: ['/usr/bin/tinyproxy', '/usr/local/bin/tinyproxy', '/opt/homebrew/bin/tinyproxy'],
    elsewhere: 'Install tinyproxy, for example with "brew install tinyproxy".',
  },
];

const missingTools = needed.filter(
  (tool) => ![tool.override, ...tool.files].some((file) => file && existsSync(file)),
);
const missing = missingTools.map((tool) => tool.package);

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
          : missingTools.map((tool) => tool.elsewhere).join(' ')),
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
