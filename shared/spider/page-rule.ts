import type { Rule } from './schema.ts';

/** Characters that mean something in a regular expression. */
const special = /[.*+?^${}()|[\]\\]/g;

/** A regular expression that matches this text as it is. */
export const literal = (text: string): string => text.replaceAll(special, String.raw`\$&`);

/** A regular expression that matches exactly this URL. */
export const urlPattern = (url: string): string => `^${literal(url)}$`;

/** The rule by which a crawl runs a callback on one page. */
export const pageRule = (url: string, callback: string): Rule => ({ allow: [urlPattern(url)], callback });
