import { expect, it } from 'vitest';
import { replacementProblem, replaceUrl } from '../../../shared/spider/replace-url.ts';
import { toPointer } from '../../../shared/spider/problems.ts';

const spider = {
  name: 'shop',
  source_url: 'https://old.example/',
  start_urls: ['https://old.example/a?b=1', 'http://www.Old.example:8080/x', 'https://gold.example/'],
  allowed_domains: ['old.example', 'www.old.example', 'gold.example'],
  settings: {
    GENERATED_URLS: [{ template: 'https://old.example/page/{n}', vars: {} }],
    PAGINATED_LISTINGS: [{ url: 'https://old.example/all' }],
  },
  rules: [
    { allow: ['^https://old\\.example/p/', '\\bold\\.example\\b'], deny: ['old.example.org'], callback: 'a' },
  ],
};

function shown(from: string, to: string, document: unknown = spider) {
  const { replaced, added, mentions } = replaceUrl(document, { from, to });
  return {
    replaced: Object.fromEntries(replaced.map(({ path, after }) => [toPointer(path), after])),
    added,
    mentions: mentions.map(({ path }) => toPointer(path)),
  };
}

it('replaces a domain with those below it, and names the patterns that mention it', () => {
  expect(shown('old.example', 'new.example')).toEqual({
    replaced: {
      '/source_url': 'https://new.example/',
      '/start_urls/0': 'https://new.example/a?b=1',
      '/start_urls/1': 'http://www.new.example:8080/x',
      '/settings/GENERATED_URLS/0/template': 'https://new.example/page/{n}',
      '/settings/PAGINATED_LISTINGS/0/url': 'https://new.example/all',
      '/allowed_domains/0': 'new.example',
      '/allowed_domains/1': 'www.new.example',
    },
    added: [],
    mentions: ['/rules/0/allow/0', '/rules/0/allow/1'],
  });
});

it('replaces the beginning of URLs', () => {
  const { replaced, added } = shown('https://old.example', 'https://new.example/shop');
  expect(replaced).toEqual({
    '/source_url': 'https://new.example/shop/',
    '/start_urls/0': 'https://new.example/shop/a?b=1',
    '/settings/GENERATED_URLS/0/template': 'https://new.example/shop/page/{n}',
    '/settings/PAGINATED_LISTINGS/0/url': 'https://new.example/shop/all',
    '/allowed_domains/0': 'new.example',
  });
  expect(added).toEqual([]);
});

it('leaves the domain to the other URLs where only some move, and adds theirs', () => {
  const { replaced, added } = shown('https://old.example/page/', 'https://pages.example/');
  expect(replaced).toEqual({ '/settings/GENERATED_URLS/0/template': 'https://pages.example/{n}' });
  expect(added).toEqual(['pages.example']);
});

it.each([
  ['https://old.example/a', { '/start_urls/0': 'https://new.example?b=1' }],
  ['https://old.exam', {}],
  ['https://other.example', {}],
])('takes %s as a beginning only where a part of a URL ends', (from, replaced) => {
  expect(shown(from, 'https://new.example').replaced).toEqual(replaced);
});

it.each([
  null,
  [],
  'text',
  { start_urls: 'x', allowed_domains: [1, null], settings: { GENERATED_URLS: [1] } },
])('takes a document of any shape: %j', (document) => {
  expect(shown('old.example', 'new.example', document)).toMatchObject({ replaced: {}, added: [] });
});

it.each([
  ['old.example', 'new.example'],
  ['https://old.example/a', 'http://new.example'],
])('%s to %s is a replacement', (from, to) => {
  expect(replacementProblem({ from, to })).toBeNull();
});

it.each([
  ['old.example', 'https://new.example', /"old.example" is neither/],
  ['https://old.example', 'new.example', /"new.example" is neither/],
  ['', 'new.example', /"" is neither/],
  ['ftp://old.example', 'ftp://new.example', /is neither/],
])('%s to %s is none: %s', (from, to, problem) => {
  expect(replacementProblem({ from, to })).toMatch(problem);
});
