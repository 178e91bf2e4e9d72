import { expect, it } from 'vitest';
import { collectSignals, mayBeArticle } from '../../../../../electron/extract/articles/text/page-signals.ts';
import { address, article, jsonLd, metadataOf } from '../page-of.ts';

it.each([
  ['JSON-LD says so', jsonLd({ '@type': 'NewsArticle' }), true],
  ['JSON-LD says so among other things', jsonLd([{ '@type': 'WebSite' }, { '@type': 'BlogPosting' }]), true],
  ['OpenGraph says so', '<meta property="og:type" content="article">', true],
  ['OpenGraph says something else', '<meta property="og:type" content="website">', false],
  ['JSON-LD speaks of something else', jsonLd({ '@type': 'Product' }), false],
  ['nothing says anything', '', false],
])('whether a page declares itself an article: %s', (_name, head, expected) => {
  expect(mayBeArticle(collectSignals(metadataOf(article('', head)), address))).toBe(expected);
});
