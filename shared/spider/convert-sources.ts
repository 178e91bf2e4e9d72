/** The tools whose spiders can be converted. */
export const convertSources = ['scrapai', 'webscraper', 'scrapy', 'portia'] as const;
/** A tool whose spiders can be converted. */
export type ConvertSource = (typeof convertSources)[number];
