// Installs what the bench compares with into bench/.rivals, apart from the project and its lockfile.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.rivals/', import.meta.url));
const manifest = {
  private: true,
  description: 'Rivals for the bench only.',
  dependencies: {
    crawlee: '3.18.1',
    '@mozilla/readability': '0.6.0',
    defuddle: '0.19.4',
    linkedom: '0.18.12',
    bullmq: '6.7.0',
    'graphile-worker': '0.18.0',
  },
  // Later versions of linkedom depend on a package that not every registry has.
  overrides: { linkedom: '0.18.12' },
};

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
const { status } = spawnSync(
  'npm',
  ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  },
);
if (status !== 0) {
  console.error('The rivals could not be installed. Without them: npm run bench -- --only own');
  process.exitCode = 1;
}
