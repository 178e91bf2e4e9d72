// Fetches Electron for its package and says how far it is: node fetch-electron.mjs FOLDER-OF-THE-PACKAGE. It is a process of its own
// (electron.mjs starts it), which can be ended without ending the start of the application. Exit code 130: somebody ended it.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { failureText, progressText } from './fetch-texts.mjs';

/** Milliseconds without a byte after which a fetch has failed. There is no limit for the whole. */
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
  // Finds what was fetched in its cache.
  require('./install.js');
}

/** Whether the archive is in the cache now. Tells the parent why not. */
async function fetched() {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  // The same for the package, which else decides again.
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
          // A list of checksums may come too, of a few kilobytes.
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

/** On a terminal the line is written over; elsewhere there is one for each tenth. */
function show(progress) {
  const text = progressText(progress, stdout.isTTY ? 1 : 10);
  if (text === shown) return;
  stdout.write(stdout.isTTY ? `\r${text.padEnd(shown.length)}` : `${shown === '' ? '' : '\n'}${text}`);
  shown = text;
}

/** Of the processor and not of this Node, where Apple's system translates for it. */
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
