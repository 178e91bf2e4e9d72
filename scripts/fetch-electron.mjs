// Downloads Electron for its package, with progress: node fetch-electron.mjs FOLDER-OF-THE-PACKAGE. It is a separate process
// (electron.mjs starts it), so that it can be cancelled without cancelling the start. Exit code 130: it was cancelled.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { failureText, progressText } from './fetch-texts.mjs';

/** Milliseconds without data after which a download fails. There is no limit in total. */
const silenceMs = 30_000;

const { env, stdout } = process;
const require = createRequire(join(process.argv[2], 'install.js'));
const { version } = require('./package.json');
const ended = new AbortController();
let isFetched = false;
/** The last text of the progress. */
let shown = '';
process.on('SIGINT', () => (isFetched ? process.exit(130) : ended.abort()));

isFetched = await fetched();
if (isFetched) {
  console.log('Unpacking …');
  // It finds the download in its cache.
  require('./install.js');
}

/** Downloads the archive into the cache. @returns whether it worked; the parent process is told why not */
async function fetched() {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  // For the installer of the package, which reads this variable.
  env.npm_config_arch = archOfSystem();
  try {
    const { downloadArtifact } = await import(pathToFileURL(require.resolve('@electron/get')).href);
    await downloadArtifact({
      version,
      artifactName: 'electron',
      cacheRoot: env.electron_config_cache,
      checksums:
        env.electron_use_remote_checksums || env.npm_config_electron_use_remote_checksums
          ? undefined
          : require('./checksums.json'),
      platform: env.ELECTRON_INSTALL_PLATFORM || env.npm_config_platform || process.platform,
      arch: env.ELECTRON_INSTALL_ARCH || env.npm_config_arch,
      downloadOptions: {
        quiet: true,
        signal: AbortSignal.any([ended.signal, silence.signal]),
        getProgressCallback(progress) {
          timer.refresh();
          // A list of checksums of a few kilobytes may be downloaded as well.
          if (progress.total === null || progress.total > 100_000) show(progress);
        },
      },
    });
    if (shown !== '') stdout.write('\n');
    return true;
  } catch (error) {
    if (shown !== '') stdout.write('\n');
    process.exitCode = ended.signal.aborted ? 130 : 1;
    const problem = silence.signal.aborted ? 'nothing came for 30 seconds' : failureText(error);
    if (!ended.signal.aborted) process.send?.({ problem });
    return false;
  } finally {
    clearTimeout(timer);
    process.disconnect?.();
  }
}

/** Prints the progress: on a terminal in one line, elsewhere a line for each tenth. */
function show(progress) {
  const text = progressText(progress, stdout.isTTY ? 1 : 10);
  if (text === shown) return;
  stdout.write(stdout.isTTY ? `\r${text.padEnd(shown.length)}` : `${shown === '' ? '' : '\n'}${text}`);
  shown = text;
}

/** The architecture of the processor, even if macOS translates an x64 Node for it. */
function archOfSystem() {
  if (env.npm_config_arch) return env.npm_config_arch;
  if (process.platform !== 'darwin' || process.arch !== 'x64') return process.arch;
  try {
    const translated = execFileSync('sysctl', ['-in', 'sysctl.proc_translated'], { encoding: 'utf8' });
    return translated.trim() === '1' ? 'arm64' : 'x64';
  } catch {
    return 'x64';
  }
}
