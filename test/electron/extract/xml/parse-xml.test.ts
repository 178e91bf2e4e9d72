import { isText, type AnyNode } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { walk } from '../../../../electron/extract/walk.ts';
import { parseXml } from '../../../../electron/extract/xml/parse-xml.ts';
import { XmlElement } from '../../../../electron/extract/xml/xml-element.ts';

/** The tree in one line: `name[attribute=value](children)`, texts in quotes. */
function shape(text: string): string {
  const read = parseXml(text);
  if (!read.ok) throw new Error(read.problem);
  const show = (node: AnyNode): string => {
    if (isText(node)) return JSON.stringify(node.data);
    if (!(node instanceof XmlElement)) return '!';
    const attributes = Object.entries(node.attribs).map(([name, value]) => `[${name}=${value}]`);
    return `${node.name}${attributes.join('')}(${node.children.map(show).join(' ')})`;
  };
  return read.document.children.map(show).join(' ');
}

const problemOf = (text: string): string => {
  const read = parseXml(text);
  return read.ok ? 'none' : read.problem;
};

describe('XML pages', () => {
  it.each<[string, string, string]>([
    ['capitals and prefixes', '<Rss><dc:Date a:B="1"/></Rss>', 'Rss(dc:Date[a:B=1]())'],
    ['elements that HTML would close', '<a><link>x</link><br>y</br></a>', 'a(link("x") br("y"))'],
    ['CDATA as text', '<a>x<![CDATA[<b>&amp;]]>y</a>', 'a("x<b>&amp;y")'],
    ['character references', '<a b="&#233;">&lt;&#x41;&amp;</a>', 'a[b=é]("<A&")'],
    ['names of HTML characters', '<a>a&nbsp;b&eacute;</a>', 'a("a\u{A0}bé")'],
    ['declared entities', '<!DOCTYPE a [<!ENTITY co "A &#38; B">]><a>&co;</a>', 'a("A & B")'],
    ['comments', '<a>x<!-- c -->y</a>', 'a("x" ! "y")'],
    ['no processing instructions', '<?xml-stylesheet href="a"?><a>x<?php y?>z</a>', 'a("xz")'],
    ['white space before the declaration', '\n <?xml version="1.0"?><a/>', 'a()'],
    [
      'attributes named like members of objects',
      '<a constructor="1" __proto__="2"/>',
      'a[constructor=1][__proto__=2]()',
    ],
  ])('keeps %s', (_what, text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'document must contain a root element (line 1, column 1)'],
    ['a missing end tag', '<a>\n<b></a>', 'unexpected close tag (line 2, column 7)'],
    ['an open end', '<a><b>', 'unclosed tag: b (line 1, column 6)'],
    ['a lone ampersand', '<a>\n\nx & y</a>', 'a "&" must be written as "&amp;" (line 3, column 3)'],
    [
      'a lone ampersand after others in CDATA and comments',
      '<a><![CDATA[&]]><!--&-->&amp;\n?a=1&b=2;</a>',
      'a "&" must be written as "&amp;" (line 2, column 5)',
    ],
    ['an unknown entity', '<a>&foo;</a>', 'undefined entity (line 1, column 8)'],
    ['two roots', '<a/><b/>', 'documents may contain only one root (line 1, column 7)'],
    ['the place after white space', '\n\n  <a><b></a>', 'unexpected close tag (line 3, column 12)'],
  ])('refuses %s', (_what, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('does not expand entities that are made of others', () => {
    const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
    const bomb = `<!DOCTYPE a [<!ENTITY l0 "lol">${levels.join('')}]><a>&l9;</a>`;
    expect(problemOf(bomb)).toMatch(/^undefined entity \(line 1, /);
  });

  it('bounds what declared entities add', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY long "${'x'.repeat(10_000)}">]><a>${'&long;'.repeat(200)}</a>`;
    expect(problemOf(bomb)).toMatch(/^its entities stand for too much text \(line 1, /);
  });

  it('loads no external entities', () => {
    expect(problemOf('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>')).toMatch(
      /^undefined entity/,
    );
  });

  it('reads a page that is nested 100,000 deep', () => {
    const read = parseXml(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`);
    let elements = 0;
    if (read.ok)
      walk(read.document, { enter: (node) => void (elements += node instanceof XmlElement ? 1 : 0) });
    expect(elements).toBe(100_000);
  });

  it('knows the namespaces of prefixes', () => {
    const read = parseXml('<a xmlns="urn:d"><b xmlns:p="urn:p"/></a>');
    const root = read.ok ? read.document.children[0] : undefined;
    const inner = root instanceof XmlElement ? root.children[0] : undefined;
    if (!(inner instanceof XmlElement)) throw new Error('no inner element');
    expect(['', 'p', 'xml', 'other'].map((prefix) => inner.namespaceOf(prefix))).toEqual([
      'urn:d',
      'urn:p',
      'http://www.w3.org/XML/1998/namespace',
      '',
    ]);
  });
});
