import { expect, it } from 'vitest';
import { unifiedDiff } from '../../shared/text-diff.ts';

const lines = (count: number, begin = 1): string =>
  Array.from({ length: count }, (_, n) => `line ${begin + n}\n`).join('');

/** The second text, made of the first one and a diff: what `patch` does. */
function patched(before: string, diff: string): string {
  const from = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const after: string[] = [];
  let at = 0;
  for (const hunk of diff.split(/^(?=@@ )/m).slice(1)) {
    const [, start = '', count = '1'] = /^@@ -(\d+)(?:,(\d+))?/.exec(hunk) ?? [];
    const begin = count === '0' ? Number(start) : Number(start) - 1;
    after.push(...from.slice(at, begin));
    at = begin;
    const whole = hunk.match(/[^\n]*\n/g) ?? [];
    const body = whole.map((line, n) => (whole[n + 1]?.startsWith('\\') === true ? line.slice(0, -1) : line));
    for (const line of body.slice(1).filter((each) => !each.startsWith('\\'))) {
      if (line.startsWith('+')) after.push(line.slice(1));
      else {
        if (from[at] !== line.slice(1)) throw new Error(`The line ${at + 1} is not there.`);
        if (line.startsWith(' ')) after.push(line.slice(1));
        at += 1;
      }
    }
  }
  return [...after, ...from.slice(at)].join('');
}

it('shows a difference with three lines around it', () => {
  const before = lines(9);
  expect(unifiedDiff(before, before.replace('line 5', 'line five'), 'news.json')).toBe(
    [
      '--- news.json',
      '+++ news.json',
      '@@ -2,7 +2,7 @@',
      ' line 2',
      ' line 3',
      ' line 4',
      '-line 5',
      '+line five',
      ' line 6',
      ' line 7',
      ' line 8',
      '',
    ].join('\n'),
  );
});

it('is empty for equal texts', () => {
  expect(unifiedDiff('a\n', 'a\n', 'a.json')).toBe('');
});

it.each([
  ['an empty text', '', 'a\nb\n'],
  ['to an empty text', 'a\nb\n', ''],
  ['an added line', lines(4), `${lines(2)}new\n${lines(2, 3)}`],
  ['a removed first line', lines(4), lines(3, 2)],
  ['a last line without an end', 'a\nb', 'a\nb\n'],
  ['other line ends', 'a\r\nb\r\n', 'a\nb\n'],
  ['places far apart', lines(40), lines(40).replace('line 3\n', 'x\n').replace('line 30\n', 'y\nz\n')],
  ['places close to each other', lines(20), lines(20).replace('line 6\n', 'x\n').replace('line 11\n', 'y\n')],
  ['lines that repeat', '{\n}\n{\n}\n{\n}\n', '{\n}\n{\na\n}\n{\n}\n'],
  ['everything', lines(500), lines(500, 1000)],
])('of %s can be applied', (_, before, after) => {
  expect(patched(before, unifiedDiff(before, after, 'a.json'))).toBe(after);
});

it('of two places far apart has two hunks, and no line that is not there', () => {
  const before = lines(40);
  const after = before.replace('line 3\n', 'x\n').replace('line 30\n', 'y\n');
  expect(unifiedDiff(before, after, 'a.json').match(/^@@.*@@$/gm)).toEqual([
    '@@ -1,6 +1,6 @@',
    '@@ -27,7 +27,7 @@',
  ]);
});
