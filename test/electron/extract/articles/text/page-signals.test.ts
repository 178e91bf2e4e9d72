import { expect, it } from 'vitest';
import { claimsArticle, collectSignals } from '../../../../../electron/extract/articles/text/page-signals.ts';
import { address, article, jsonLd, metadataOf } from '../page-of.ts';

it.each([
  ['JSON-LD says so', jsonLd({ '@type': 'NewsArticle' }), true],
  ['JSON-LD says so among other things', jsonLd([{ '@type': 'WebSite' }, { '@type': 'BlogPosting' }]), true],
  // Systems say so of every page, lists of articles included.
  ['only OpenGraph says so', '<meta property="og:type" content="article">', false],
  ['JSON-LD speaks of something else', jsonLd({ '@type': 'Product' }), false],
])('whether a page claims to be an article: %s', (_name, head, expected) => {
  expect(claimsArticle(collectSignals(metadataOf(article('', head)), address))).toBe(expected);
});
