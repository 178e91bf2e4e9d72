import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateSpider } from '../../shared/spider/validate.ts';

// The documents show parts of spiders. Each is to be valid as it stands, in a spider that has the rest.

const docs = join(import.meta.dirname, '../../docs');
const rest = {
  name: 'example',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
};

/** The examples of a document that are parts of a spider. */
function examplesOf(paper: string): string[] {
  const text = readFileSync(join(docs, paper), 'utf8').replaceAll('\r\n', '\n');
  return [...text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

const papers = globSync('*.md', { cwd: docs }).filter((paper) => examplesOf(paper).length > 0);

it('finds the documents', () => {
  expect(papers).toEqual(expect.arrayContaining(['json-and-xml.md', 'rows.md']));
});

describe.each(papers)('every example of %s', (paper) => {
  it.each(examplesOf(paper))('is part of a valid spider', (example) => {
    const part: unknown = JSON.parse(example);
    expect(part).toBeTypeOf('object');
    const { callbacks = {} }: { callbacks?: object } = Object(part);
    const rules = Object.keys(callbacks).map((callback) => ({ callback }));
    const { problems } = validateSpider(JSON.stringify({ ...rest, rules, ...Object(part) }));
    expect(problems).toEqual([]);
  });

  it('links to files that are there', () => {
    const text = readFileSync(join(docs, paper), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => globSync(link, { cwd: docs }).length === 0)).toEqual([]);
  });
});
