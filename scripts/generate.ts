import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from './generated-files.ts';

// Writes the generated files. Run it after changes to shared/spider/schema.ts, shared/contract/ or scripts/walls/, and after
// adding a decision.
const root = join(import.meta.dirname, '..');
for (const [path, content] of await generatedFiles()) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(path);
}
