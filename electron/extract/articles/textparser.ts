import { articleMetadata } from './metadata.ts';
import { accept, type Strategy } from './strategy.ts';

/**
 * The strategy for pages of any kind: the blocks that a trained model classifies as main text. Unlike newsparser, it handles
 * forum threads, product pages, listings and documentation.
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
