import { readFileSync } from 'node:fs';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../bench/articles/read-pages.ts';
import { documentOf, textOf, type RivalNode } from '../../bench/articles/rival-text.ts';
import { insaneResults } from '../../bench/articles/sane.ts';

const known = readFileSync(new URL('../../bench/articles/known-page.html', import.meta.url), 'utf8');
const article = known.slice(known.indexOf('</h1>') + 5, known.indexOf('</article>'));

/** A document as linkedom makes one: it adds no element, and has a body only where the markup has <html> and <body>. */
function parseHtml(html: string) {
  const { childNodes } = parse(html);
  const whole = /<html[^]*<body/i.test(html);
  const [element] = childNodes.slice(-1);
  const node = nodeOf(element);
  const [, body = nodeOf(null)] = [...node.childNodes];
  return {
    document: {
      documentElement: whole ? node : nodeOf(null),
      body: whole ? body : nodeOf(null),
      querySelector: () => (whole ? body : null),
    },
  };
}

function nodeOf(node: unknown): RivalNode {
  const get = (key: string): unknown =>
    typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
  const [name, text, children] = [get('nodeName'), get('value'), get('childNodes')];
  return {
    nodeType: name === '#text' ? 3 : 1,
    localName: String(name ?? ''),
    data: typeof text === 'string' ? text : '',
    childNodes: Array.isArray(children) ? children.map(nodeOf) : [],
  };
}

describe("the text of a rival's markup", () => {
  it.each([
    ['a fragment without a body', '<p>One</p><p>Two</p>', 'One\nTwo'],
    [
      'words of neighbouring blocks',
      '<h2>Title</h2>Text<br>more<ul><li>a</li><li>b</li></ul>',
      'Title\nText\nmore\na\nb',
    ],
    ['inline elements', '<p>un<b>bro</b>ken, <i>two words</i></p>', 'unbroken, two words'],
    ['what nobody sees', '<p>seen</p><script>let x;</script><style>p{}</style>', 'seen'],
    ['nothing', '', ''],
  ])('%s', (_, markup, text) => {
    expect(textOf(markup, parseHtml)).toBe(text);
  });

  it.each([
    ['<p>Text', '<!doctype html><html><body><p>Text</body></html>'],
    [
      '<!DOCTYPE html>\n<head><title>T</title></head><p>Text',
      '<!doctype html><html>\n<head><title>T</title></head><body><p>Text</body></html>',
    ],
  ])('%j is given the elements that the page leaves out', (html, given) => {
    const calls: string[] = [];
    documentOf(html, (text) => {
      calls.push(text);
      return parseHtml(text);
    });
    expect(calls).toEqual([html, given]);
  });

  it('leaves a whole page as it is', () => {
    let calls = 0;
    documentOf(known, (text) => {
      calls += 1;
      return parseHtml(text);
    });
    expect(calls).toBe(1);
  });
});

describe('a rival that is read wrongly', () => {
  const pages = new Map(
    Array.from({ length: 20 }, (_, n) => [`p${n}`, `<p>${'some words of a page '.repeat(20 + n)}</p>`]),
  );
  const good = (): Reading[] => [
    { id: null, cpuMs: 1, text: textOf(article, parseHtml) },
    ...[...pages.keys()].map((id) => ({ id, cpuMs: 1, text: 'some words of a page '.repeat(20) })),
  ];
  const check = (rival: readonly Reading[]): string[] =>
    insaneResults(
      new Map([
        ['own', good()],
        ['rival', rival],
      ]),
      pages,
    );
  const onPages = (change: (reading: Reading) => Partial<Reading>): Reading[] =>
    good().map((reading) => (reading.id === null ? reading : { ...reading, ...change(reading) }));

  it('is not what reads well', () => {
    expect(check(good())).toEqual([]);
  });

  it.each<[string, () => Reading[], string]>([
    ['finds no text', () => onPages(() => ({ text: '' })), 'rival found a text on 0 pages of 20 only.'],
    ['reads too few pages', () => good().slice(0, 11), 'rival read 10 pages of 20.'],
    [
      'throws',
      () => onPages(() => ({ error: 'TypeError: x' })),
      'rival threw an exception on 20 pages of 20, first: TypeError: x',
    ],
    [
      'finds a line of each',
      () => onPages(() => ({ text: 'some words' })),
      'rival finds 2 words at the median, where the others find 100.',
    ],
    [
      'finds what is not there',
      () => onPages(() => ({ text: 'sÃ¶me wÃ¶rds Ã¶f Ã¥ pÃ¤ge '.repeat(12) })),
      'rival has texts whose words are not on their pages, 20 of 20.',
    ],
    ['skips the known page', () => good().slice(1), 'rival did not read the known page.'],
    [
      'takes the menu',
      () => [{ id: null, cpuMs: 1, text: textOf(known, parseHtml) }, ...good().slice(1)],
      'rival takes what is no article from the known page: "Front page", "New lamps for the harbour road", "Imprint".',
    ],
    [
      'cuts the known page',
      () => [
        { id: null, cpuMs: 1, text: textOf(article.slice(0, article.lastIndexOf('<p>')), parseHtml) },
        ...good().slice(1),
      ],
      'rival misses parts of the known page: "Bicycles travel free of charge, dogs pay half the fare.".',
    ],
  ])('%s', (_, rival, problem) => {
    expect(check(rival())).toContain(problem);
  });
});
