import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageData from '../../package.json' with { type: 'json' };
import { commandGroups, commands } from '../../electron/cli/commands/index.ts';

// What the README tells people to type is to work in PowerShell 5 and 7, in cmd, and in the shells of Linux and macOS.

/** What one of them reads differently, or does not know. */
const traps: readonly (readonly [RegExp, string])[] = [
  [/&&|\|\|/, 'PowerShell 5 knows neither && nor ||'],
  [/[;|<>&()^`]/, 'each shell has its own signs'],
  [/'/, 'cmd hands single quotes on'],
  [/#/, 'cmd knows no comment behind a command'],
  [/[$%~*]|\.\.?\//, 'each shell has its own variables, homes, patterns and programs of a folder'],
  [/\\\s*$/, 'lines are not continued with a backslash'],
  [/^\s*(alias|export|sudo|set|cd)\b|^\s*\w+=/, 'a variable, an alias or a command of one shell'],
  [/^npm .* -- /, 'PowerShell drops what stands alone as --'],
];

function problemsOf(command: string): string[] {
  return traps.filter(([pattern]) => pattern.test(command)).map(([, reason]) => reason);
}

const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
const inBlocks = blocks
  .filter(([, language]) => language !== 'json')
  .flatMap(([, , block = '']) => block.split('\n'));
const prose = blocks.reduce((rest, [block]) => rest.replace(block, ''), text);
const inProse = [...prose.matchAll(/`((?:npm|npx|node|spider-studio) [^`]+)`/g)].map(([, span = '']) => span);
const typed = [...inBlocks, ...inProse].filter((line) => line !== '');

describe('the commands of the README', () => {
  it.each(typed)('work in every shell: %s', (command) => {
    expect(problemsOf(command)).toEqual([]);
  });

  it.each(typed.filter((command) => command.startsWith('npm run ')))('are scripts: %s', (command) => {
    expect(Object.keys(packageData.scripts)).toContain(command.split(' ')[2]);
  });

  it.each(typed.filter((command) => /^(node bin\/|)spider-studio/.test(command)))('exist: %s', (command) => {
    const names = [
      ...commands.map(({ usage }) => usage.split(' ')[0]),
      ...commandGroups.map(({ name }) => name),
    ];
    expect(names).toContain(command.replace('node bin/spider-studio.mjs', 'spider-studio').split(' ')[1]);
  });

  it('are found', () => {
    expect(inBlocks.length).toBeGreaterThan(8);
    expect(inProse.length).toBeGreaterThan(8);
  });

  it.each([
    'npm ci && npm start',
    'npm start # opens a window',
    'alias spider-studio="node bin/spider-studio.mjs"',
    "spider-studio analyze page.html --test 'h1::text'",
    'DEBUG=1 npm start',
    'spider-studio import $spider',
    'spider-studio export shop \\',
    'npm start -- --web',
    './bin/spider-studio.mjs validate a.json',
  ])('would be refused: %s', (command) => {
    expect(problemsOf(command)).not.toEqual([]);
  });
});
