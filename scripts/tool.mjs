// Runs a tool of node_modules: "node scripts/tool.mjs vite build". Run directly, some tools cache compiled code in a folder
// that every user of the machine can write to, and execute what is there.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepCompiledCode } from '../bin/compile-cache.mjs';

const [, , name, ...args] = process.argv;
const folder = resolve(import.meta.dirname, '../node_modules', name);
const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const file = join(folder, typeof bin === 'string' ? bin : bin[name]);
keepCompiledCode();
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
