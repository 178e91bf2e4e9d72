/** The tools whose spiders can be converted. */
export const convertSources = ['scrapai', 'webscraper', 'scrapy', 'portia'] as const;
/** A tool whose spiders can be converted. */
export type ConvertSource = (typeof convertSources)[number];

/** What a file of each tool is. */
export const sourceWords: Readonly<Record<ConvertSource, string>> = {
  scrapai: 'a spider of scrapai',
  webscraper: 'a sitemap of Web Scraper',
  scrapy: 'a spider of Scrapy',
  portia: 'a project of Portia',
};
