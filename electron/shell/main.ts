import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createHost } from '../host/serving/host.ts';
import { toHostError } from '../host/errors.ts';
import { endingSignals } from '../../bin/ending-signals.mjs';
import { environment, takeVariable } from '../system/environment.ts';
import { electron } from './electron-port.ts';
import { changedNativeCode } from './native-code.ts';
import { startShell } from './shell.ts';

// Bundled into dist/desktop, which is as deep as the sources, so that relative paths are the same in both.
// Not awaited, because Electron becomes ready only after this file has been evaluated.
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
    // On macOS signing changes the files, and the system checks their signatures.
    if (!electron.app.isPackaged || process.platform === 'darwin') return [];
    return changedNativeCode(
      fileURLToPath(new URL('../../node_modules/better-sqlite3/prebuilds/', import.meta.url)),
      // The bundler writes it; the sources are never packaged.
      fileURLToPath(new URL('../desktop/native.json', import.meta.url)),
    );
  },
  onShown() {
    // Set by "npm start", which opens the browser if Electron does not get this far.
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
