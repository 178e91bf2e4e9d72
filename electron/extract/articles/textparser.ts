import { articleMetadata } from './metadata.ts';
import { accept, type Strategy } from './strategy.ts';

/**
 * For pages of any kind: the blocks that a learnt model takes for the page's main text, wherever they stand. On forum threads,
 * product pages, listings and documentation it finds what newsparser does not look for.
 */
export const textparser: Strategy = (_page, context) => {
  const metadata = context.metadata();
  return accept({
    title: metadata.title,
    content: context.mainText().text,
    author: metadata.author,
    published_date: metadata.publishedDate,
    metadata: articleMetadata(metadata),
  });
};
