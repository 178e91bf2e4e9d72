import { describe, expect, it } from 'vitest';
import { fileNameProblem, suggestedName, withEnding } from '../../../electron/system/file-names.ts';

const proposalOf = (path: string, platform: NodeJS.Platform = 'win32') => {
  const problem = fileNameProblem(path, platform);
  return problem === null ? null : /^Choose another name, for example "(.*)"\.$/s.exec(problem.hint)?.[1];
};

describe('a path on Windows', () => {
  it.each([
    ['CON', '_CON'],
    ['con.csv', '_con.csv'],
    ['Con.tar.gz', '_Con.tar.gz'],
    ['CON .csv', '_CON .csv'],
    ['NUL', '_NUL'],
    ['nul.', '_nul'],
    ['PRN.json', '_PRN.json'],
    ['aux', '_aux'],
    ['COM1', '_COM1'],
    ['com9.jsonl', '_com9.jsonl'],
    ['LPT¹', '_LPT¹'],
    ['lpt³.csv', '_lpt³.csv'],
    ['CONIN$', '_CONIN$'],
    ['conout$', '_conout$'],
    ['out\\CON', 'out\\_CON'],
    ['C:\\Users\\Jörg\\nul.csv', 'C:\\Users\\Jörg\\_nul.csv'],
    ['C:aux', 'C:_aux'],
    ['\\\\nas\\share\\con\\a.csv', '\\\\nas\\share\\_con\\a.csv'],
    ['\\\\?\\C:\\con.csv', '\\\\?\\C:\\_con.csv'],
    ['\\\\.\\NUL', '_NUL'],
    ['//./COM1', '_COM1'],
    ['a?b.csv', 'a-b.csv'],
    ['a<b>.csv', 'a-b-.csv'],
    ['a"b|c*.csv', 'a-b-c-.csv'],
    ['shop.csv:stream', 'shop.csv-stream'],
    ['C:\\a:b', 'C:\\a-b'],
    ['a\tb\u0007.csv', 'a-b-.csv'],
    ['a.csv.', 'a.csv'],
    ['a.csv ', 'a.csv'],
    ['folder. \\a.csv', 'folder\\a.csv'],
    ['...', '_'],
  ])('%j is refused, and %j proposed', (path, proposal) => {
    expect(proposalOf(path)).toBe(proposal);
    expect(fileNameProblem(proposal, 'win32')).toBeNull();
  });

  it.each([
    'items.csv',
    'C:\\Users\\Jörg Müller\\Tëst Ordner (1)\\items.csv',
    'C:items.csv',
    '\\\\nas\\share\\a.csv',
    '\\\\?\\C:\\a.csv',
    '..\\items.csv',
    './items.csv',
    'out/items.csv',
    'console.csv',
    'com10.csv',
    'com.csv',
    'null.csv',
    'lpt⁴.csv',
    'a,b;c=d [1] {2} #3 %4 &5 +6.csv',
    '.hidden',
    '日本 🕷.csv',
    '\\\\.\\pipe\\items',
    '\\\\?\\pipe\\items',
  ])('%j is taken', (path) => expect(fileNameProblem(path, 'win32')).toBeNull());

  it.each([
    ['out\\CON', '"CON" is kept by Windows for a device.'],
    ['a?b.csv', '"a?b.csv" has "?" in it, which Windows does not allow in a name.'],
    [
      'a\u001bb',
      '"a\ufffdb" has a control character (U+001B) in it, which Windows does not allow in a name.',
    ],
    ['a.csv.', '"a.csv." ends with a dot, which Windows drops.'],
    ['a.csv ', '"a.csv " ends with a space, which Windows drops.'],
    ['\\\\.\\NUL', '"\\\\.\\NUL" is a device of Windows.'],
  ])('%j: the message says which part and why', (path, message) =>
    expect(fileNameProblem(path, 'win32')?.message).toBe(message),
  );

  it.each(['linux', 'darwin'] as const)('is one like any other on %s', (platform) => {
    for (const path of ['CON', 'a?b.csv', 'a.csv.', '/dev/stdout', '/dev/null', 'a:b'])
      expect(fileNameProblem(path, platform)).toBeNull();
  });
});

describe('a suggested name', () => {
  it.each([
    ['shop', 'shop.csv'],
    ['shop.csv', 'shop.csv'],
    ['Shop.CSV', 'Shop.csv'],
    ['con', '_con.csv'],
    ['LPT1', '_LPT1.csv'],
    ['a/b\\c:d', 'a-b-c-d.csv'],
    ['what?', 'what.csv'],
    ['../../etc', 'etc.csv'],
    ['.hidden', 'hidden.csv'],
    ['ends with dots...', 'ends with dots.csv'],
    [' \u0000 ', 'export.csv'],
    ['', 'export.csv'],
    ['Grüße 日本', 'Grüße 日本.csv'],
    ['x'.repeat(300), `${'x'.repeat(100)}.csv`],
    [`${'x'.repeat(99)}. y`, `${'x'.repeat(99)}.csv`],
    ['news.json', 'news.json.csv'],
  ])('%j is %j', (wanted, name) => {
    expect(suggestedName(wanted, 'csv')).toBe(name);
    expect(fileNameProblem(name, 'win32')).toBeNull();
  });
});

describe('an ending', () => {
  it.each([
    ['/home/me/items', 'linux', '/home/me/items.csv'],
    ['/home/me/items.', 'linux', '/home/me/items.csv'],
    ['/home/me/Prices 22.11.2026', 'linux', '/home/me/Prices 22.11.2026.csv'],
    ['/home/my.folder/items', 'linux', '/home/my.folder/items.csv'],
    ['/home/me/items.csv', 'linux', '/home/me/items.csv'],
    ['/home/me/items.TXT', 'linux', '/home/me/items.TXT'],
    ['C:\\my.folder\\items', 'win32', 'C:\\my.folder\\items.csv'],
    ['C:\\my.folder\\items.csv', 'win32', 'C:\\my.folder\\items.csv'],
    ['/Users/me/items', 'darwin', '/Users/me/items.csv'],
  ] as const)('%s on %s', (path, platform, expected) =>
    expect(withEnding(path, 'csv', platform)).toBe(expected),
  );
});
