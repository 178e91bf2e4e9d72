import { articleMetadata } from './metadata.ts';
import { newsText } from './news/body.ts';
import { accept, type Strategy } from './strategy.ts';

/**
 * For news and blogs: believes what a page says about itself (JSON-LD, meta elements, byline) and takes the text from the
 * element that holds the paragraphs. JSON-LD's own article text stands in where the page shows none.
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
