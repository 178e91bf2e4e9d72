import { articleMetadata } from './metadata.ts';
import { newsText } from './news/body.ts';
import { accept, type Strategy } from './strategy.ts';

/**
 * The strategy for news and blogs. Uses the metadata of the page (JSON-LD, meta elements, byline) and the text of the element
 * with the paragraphs. If the page shows no text, uses the article body from JSON-LD.
 */
export const newsparser: Strategy = (_page, context) => {
  const metadata = context.metadata();
  const shown = newsText(context.news());
  const content = metadata.body !== null && metadata.body.length > 2 * shown.length ? metadata.body : shown;
  return accept({
    title: metadata.title,
    content,
    author: metadata.author,
    published_date: metadata.publishedDate,
    metadata: articleMetadata(metadata),
  });
};
