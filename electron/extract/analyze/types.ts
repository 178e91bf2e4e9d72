import type { RepeatedBlock } from './repeated.ts';

/** A place on the page: a short text and a selector that matches the element alone. */
export interface Place {
  text: string;
  selector: string;
}

/** A heading of the page. */
export interface HeadingPlace extends Place {
  /** 1 to 6 */
  level: number;
}

/** A date in the page. */
export interface DatePlace extends Place {
  /** ISO 8601; null where the text was not understood. */
  date: string | null;
}

/** An element that probably holds the content of the page. */
export interface ContentContainer {
  selector: string;
  /** Characters a reader sees. */
  textLength: number;
  /** The first of them. */
  preview: string;
}

/** A thing that the page describes in JSON-LD. */
export interface DescribedThing {
  types: string[];
  /** Its text properties, cut; nested ones by their name or value. */
  fields: Record<string, string>;
}

/** Number of links of the page by kind. */
export interface LinkSummary {
  total: number;
  /** To the host of the page; null where the page's address is not known. */
  internal: number | null;
  external: number | null;
  nofollow: number;
}

/** What a page holds. Every selector is CSS and has been checked to match what it stands beside. */
export interface PageAnalysis {
  title: string | null;
  language: string | null;
  headings: HeadingPlace[];
  containers: ContentContainer[];
  dates: DatePlace[];
  authors: Place[];
  jsonLd: DescribedThing[];
  meta: Record<string, string>;
  repeated: RepeatedBlock[];
  links: LinkSummary;
  /** Selectors for title, content, author and date, as CUSTOM_SELECTORS takes them; only those that were found. */
  suggested: Record<string, string>;
  /** What one should know about the page, in plain sentences. */
  notes: string[];
}
