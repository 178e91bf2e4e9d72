import { extractArticle } from '../../electron/extract/articles/chain.ts';
import { parsePage } from '../../electron/extract/tree.ts';
import { readPages } from './read-pages.ts';

/** As `rival.mjs`, with Spider Studio's chain of strategies. */
const settings = { EXTRACTOR_ORDER: ['newsparser' as const, 'textparser' as const] };
await readPages(process.argv[2] ?? '', (html, url) => {
  const { article } = extractArticle(parsePage(html), { url, settings });
  return () => ({ text: article?.content ?? '' });
});
