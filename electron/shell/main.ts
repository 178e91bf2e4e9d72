import { fileURLToPath } from 'node:url';
import { createHost } from '../host/host.ts';
import { toHostError } from '../host/errors.ts';
import { electron } from './electron-port.ts';
import { startShell } from './shell.ts';

// Bundled into dist/desktop: as deep as the sources, so that both find what lies beside them.
// Not awaited: Electron becomes ready only when this file has been evaluated.
startShell({
  electron,
  createHost,
  args: process.argv.slice(1),
  env: process.env,
  platform: process.platform,
  folder: fileURLToPath(new URL('../../dist/renderer/', import.meta.url)),
  preload: fileURLToPath(new URL('./preload.cjs', import.meta.url)),
  onSignal(end) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  },
  onFault(what, error) {
    process.stderr.write(`${what}: ${toHostError(error).message}\n`);
  },
}).catch((error: unknown) => {
  electron.dialog.showErrorBox('Spider Studio cannot start', toHostError(error).message);
  electron.app.exit(1);
});
