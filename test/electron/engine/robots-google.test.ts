import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  decodeRobots,
  isProductToken,
  normalizePath,
  parseRobots,
  pathOf,
} from '../../../electron/engine/robots.ts';

/**
 * What Google's parser of robots.txt is expected to do by its published tests (github.com/google/robotstxt, robots_test.cc)
 * and by those for other parsers (github.com/google/robotstxt-spec-test), told in files and URLs of our own: a row for each
 * expectation. Where RFC 9309 or decision 0122 asks for something else, the row says what.
 */
interface Row {
  /** The User-Agent header. */
  agent: string;
  url: string;
  allowed: boolean;
  /** Google's answer is the other one, and ours has this reason; empty: it is the same. */
  unlike: string;
}

interface Case {
  name: string;
  robots: string;
  rows: Row[];
}

const shop = 'https://shop.example';
const crawler = 'Harvester';
const text = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');
const group = (...lines: string[]): string => text(`user-agent: ${crawler}`, ...lines);

/** Paths of the shop that an agent may fetch, and such as it may not. */
const of = (agent: string, allowed: readonly string[], forbidden: readonly string[]): Row[] => [
  ...allowed.map((path) => ({ agent, url: `${shop}${path}`, allowed: true, unlike: '' })),
  ...forbidden.map((path) => ({ agent, url: `${shop}${path}`, allowed: false, unlike: '' })),
];

/**
 * Reads a table: `== ` begins a test with the number of its expectations, `-- ` a case of it, which is a robots.txt and after
 * it the rows: `> agent | +/allowed -/forbidden`, or `~ agent | +/path | why Google's answer is the other one`.
 */
function readTable(name: string): { test: string; expectations: number; cases: Case[] }[] {
  const file = new URL(`../../fixtures/robots/${name}.txt`, import.meta.url);
  const parts = readFileSync(file, 'utf8').split(/^== /m).slice(1);
  return parts.map((part) => {
    const [title = '', ...cases] = part.split(/^-- /m);
    const [test = '', count] = title.trim().split(' ');
    return { test, expectations: Number(count), cases: cases.map(readCase) };
  });
}

function readCase(written: string): Case {
  const [name = '', ...lines] = written.split('\n');
  const end = lines.findIndex((line) => /^[>~] /.test(line));
  const rows = lines.slice(end).flatMap((line) => (/^[>~] /.test(line) ? readRows(line) : []));
  return { name, robots: text(...lines.slice(0, end)), rows };
}

function readRows(line: string): Row[] {
  const [agent = '', paths = '', unlike = ''] = line
    .slice(2)
    .split('|')
    .map((part) => part.trim());
  return paths.split(' ').map((path) => {
    const url = path.slice(1) === '(empty)' ? '' : `${shop}${path.slice(1)}`;
    return { agent, url, allowed: path.startsWith('+'), unlike };
  });
}

/** A pattern of exactly the longest line, and others that differ only behind it. */
function longLines(): Case[] {
  const pattern = (key: string, letter: string): string => {
    const longest = 2083 * 8 - key.length - 1;
    return `/p/${letter.repeat(longest - 3 - 1)}`;
  };
  const closed = pattern('disallow: ', 'a');
  const [one, two] = [pattern('allow: ', 'a'), pattern('allow: ', 'b')];
  return [
    {
      name: 'a disallow that is cut',
      robots: group(`disallow: ${closed}/oats`),
      rows: of(crawler, ['/farm'], [`${closed}/farm`]),
    },
    {
      name: 'allows that are cut',
      robots: group('disallow: /', `allow: ${one}/oats`, `allow: ${two}/oats`),
      rows: of(crawler, [`${one}/oats`, `${two}/farm`], ['/']),
    },
  ];
}

function linesWith(ending: string): string {
  const lines = ['User-Agent: sower', 'Allow: /some/way', 'User-Agent: gleaner', '', '', 'Disallow: /'];
  if (ending === 'no end') return lines.join('\n');
  if (ending !== 'mixed') return lines.map((line) => line + ending).join('');
  return lines.map((line, n) => line + (n === 5 ? '' : n % 2 === 1 ? '\r\n' : '\n')).join('');
}

const published = [
  ...readTable('published'),
  { test: 'LineTooLong', expectations: 5, cases: longLines() },
  {
    // Of each file it counts the lines that are understood, and the lines: here both groups hold, and the last line does.
    test: 'LinesNumbersAreCountedCorrectly',
    expectations: 10,
    cases: ['\n', '\r\n', '\r', 'no end', 'mixed'].map((ending) => ({
      name: JSON.stringify(ending),
      robots: linesWith(ending),
      rows: [...of('sower', ['/some/way'], []), ...of('gleaner', [], ['/some/way'])],
    })),
  },
];

const shown = ({ agent, url, allowed, unlike }: Row) => ({
  what: `${agent} ${url.length > 100 ? `${url.slice(0, 100)}…` : url} ${unlike}`.trim(),
  allowed,
});
const answered = (robots: string, rows: readonly Row[]) => {
  const parsed = parseRobots(robots);
  return rows.map((row) => ({ ...shown(row), allowed: parsed.allows(row.agent, row.url) }));
};

describe.each(published)('$test', ({ expectations, cases }) => {
  it.each(cases)('$name', ({ robots, rows }) => {
    expect(answered(robots, rows)).toEqual(rows.map(shown));
  });

  it('has a row for each of the expectations that are published', () => {
    expect(cases.flatMap(({ rows }) => rows)).toHaveLength(expectations);
  });
});

describe.each(readTable('others'))('the tests for other parsers', ({ expectations, cases }) => {
  it.each(cases)('$name', ({ robots, rows }) => {
    expect(answered(robots, rows)).toEqual(rows.map(shown));
  });

  it('are all here', () => {
    expect(cases.flatMap(({ rows }) => rows)).toHaveLength(expectations);
  });
});

describe('VerifyValidUserAgentsToObey, and the first of AcceptUserAgentUpToFirstSpace', () => {
  it.each([
    ['Harvester', true],
    ['Harvester-Big', true],
    ['Harvester_Big', true],
    ['', false],
    ['\0', false],
    ['鮭', false],
    ['Harvester*', false],
    [' Harvester ', false],
    ['Harvester/2.1', false],
    ['Harvester Big', false],
    // Not among Google's: letters, "-" and "_" are all that RFC 9309 has, and names have digits all the same.
    ['Harvester2', true],
  ])('%o: %o', (name, valid) => {
    expect(isProductToken(name)).toBe(valid);
  });
});

describe('UTF8ByteOrderMarkIsSkipped', () => {
  const mark = [0xef, 0xbb, 0xbf];
  const file = (...parts: (number[] | string)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const agentLine = `User-agent: ${crawler}\n`;
  const rule = 'Disallow: /any\n';

  // Whether each of its two lines is understood. The tests for other parsers say of parts of a mark what this one does not.
  it.each([
    ['whole', file(mark, agentLine, rule), true, true],
    ['two bytes of it', file(mark.slice(0, 2), agentLine, rule), true, true],
    ['one byte of it', file(mark.slice(0, 1), agentLine, rule), true, true],
    ['another byte in it', file([0xef, 0x11, 0xbf], agentLine, rule), false, true],
    ['in the middle of the file', file(agentLine, mark, rule), true, false],
  ])('%s', (_what, bytes, first, second) => {
    const robots = parseRobots(decodeRobots(bytes));
    expect(robots.allows(crawler, `${shop}/any`)).toBe(!(first && second));
    // Each line alone: with the other one said once more behind.
    const more = Buffer.from(`\nUser-agent: ${crawler}\n${rule}`);
    const again = parseRobots(decodeRobots(Buffer.concat([bytes, more])));
    expect(again.allows(crawler, `${shop}/any`)).toBe(false);
    const firstHolds = parseRobots(decodeRobots(Buffer.concat([bytes, Buffer.from('Disallow: /other\n')])));
    expect(firstHolds.allows(crawler, `${shop}/other`)).toBe(!first);
  });
});

describe('NonStandardLineExample_Sitemap', () => {
  const rest = text('User-Agent: sower', 'Allow: /some/way', 'User-Agent: gleaner', '', '');
  it.each([
    ['at the end', `${rest}Sitemap: ${shop}/map.xml\n`],
    ['at the beginning', `Sitemap: ${shop}/map.xml\n${rest}`],
  ])('%s', (_where, robots) => {
    expect(parseRobots(robots).sitemaps).toEqual([`${shop}/map.xml`]);
  });
});

describe('GetPathParamsQuery', () => {
  it.each([
    ['', '/'],
    ['https://shop.example', '/'],
    ['https://shop.example/', '/'],
    ['https://shop.example/p', '/p'],
    ['https://shop.example/p/', '/p/'],
    ['https://shop.example/p/q?to=https://w.x/', '/p/q?to=https://w.x/'],
    ['https://shop.example/p/q?r=s&t=u#here', '/p/q?r=s&t=u'],
    ['shop.example', '/'],
    ['shop.example/', '/'],
    ['shop.example/p', '/p'],
    ['shop.example/p/', '/p/'],
    ['shop.example/p/q?r=s&t=u#here', '/p/q?r=s&t=u'],
    ['p', '/'],
    ['p/', '/'],
    ['/p', '/p'],
    ['p/q', '/q'],
    ['shop.example?p', '/?p'],
    ['shop.example/p;q#r', '/p;q'],
    ['//p/q/r', '/q/r'],
  ])('%o: %o', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });
});

describe('MaybeEscapePattern', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['/p/q/r', '/p/q/r'],
    ['ü', '%C3%BC'],
    ['%bb', '%BB'],
  ])('%o: %o', (pattern, escaped) => {
    expect(normalizePath(pattern)).toBe(escaped);
  });
});
