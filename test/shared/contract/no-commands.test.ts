import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** What is below the doors: it does not know how a person reaches it. */
const folders = [
  'electron/browser',
  'electron/engine',
  'electron/export',
  'electron/extract',
  'electron/fetch',
  'electron/host',
  'electron/sample-site',
  'electron/store',
  'electron/system',
  'shared',
];
/** They start other programs, whose options are no words for people. */
const starters = new Set([
  'electron/browser/download.ts',
  'electron/browser/launch.ts',
  'electron/system/awake.ts',
  'electron/system/secrets-linux.ts',
]);

/** Names of commands and options in a source, comments aside. */
function named(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return code.match(/spider-studio [a-z]+|(?<![\w-])--[a-z][a-z-]*/g) ?? [];
}

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => !starters.has(file)),
);

it('finds the name of a command or an option', () => {
  const text = `  // --not-this\n'"spider-studio runs resume 7" goes on.';\n'Add --force.' /* spider-studio crawl */`;
  expect(named(text)).toEqual(['spider-studio runs', '--force']);
});

it('names no command and no option below the doors', () => {
  const found = files.flatMap((file) =>
    named(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
