import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createHost } from '../host/serving/host.ts';
import { toHostError } from '../host/errors.ts';
import { endingSignals } from '../../bin/ending-signals.mjs';
import { environment, takeVariable } from '../system/environment.ts';
import { electron } from './electron-port.ts';
import { changedNativeCode } from './native-code.ts';
import { startShell } from './shell.ts';

// Bundled into dist/desktop: as deep as the sources, so that both find what lies beside them.
// Not awaited: Electron becomes ready only when this file has been evaluated.
startShell({
  electron,
  createHost,
  args: process.argv.slice(1),
  env: environment,
  platform: process.platform,
  isSuperuser: process.getuid?.() === 0,
  folder: fileURLToPath(new URL('../../dist/renderer/', import.meta.url)),
  resources: fileURLToPath(new URL('../../resources/', import.meta.url)),
  preload: fileURLToPath(new URL('./preload.cjs', import.meta.url)),
  changedFiles() {
    // Signing changes the file on macOS, and the system checks the signature itself.
    if (!electron.app.isPackaged || process.platform === 'darwin') return [];
    return changedNativeCode(
      fileURLToPath(new URL('../../node_modules/better-sqlite3/prebuilds/', import.meta.url)),
      // Made beside the bundle; the sources are never packaged.
      fileURLToPath(new URL('../desktop/native.json', import.meta.url)),
    );
  },
  onShown() {
    // Set by "npm start", which opens the browser where Electron does not come so far.
    const file = takeVariable('SPIDER_STUDIO_OPENED');
    if (file !== undefined) writeFileSync(file, '');
  },
  onSignal(end) {
    for (const signal of endingSignals) process.on(signal, end);
  },
  onFault(what, error) {
    process.stderr.write(`${what}: ${toHostError(error).message}\n`);
  },
}).catch((error: unknown) => {
  electron.dialog.showErrorBox('Spider Studio cannot start', toHostError(error).message);
  electron.app.exit(1);
});
