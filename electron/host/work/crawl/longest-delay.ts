import type { CrawlSettings } from '../../../../shared/spider/settings.ts';

/** A delay that varies is at most this many times as long, as in Scrapy. */
const mostJitter = 1.5;

/** The longest time between two requests that the settings of a run ask for, in milliseconds. */
export const longestDelayMs = ({
  delayMs,
  randomize,
}: Pick<CrawlSettings, 'delayMs' | 'randomize'>): number => delayMs * (randomize ? mostJitter : 1);
