import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from './generated-files.ts';

// Writes what is generated: run it after a change to shared/spider/schema.ts, shared/contract/ or scripts/walls/, and with a new
// decision.
const root = join(import.meta.dirname, '..');
for (const [path, content] of await generatedFiles()) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(path);
}
