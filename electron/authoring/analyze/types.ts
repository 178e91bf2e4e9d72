import type { JsonContent } from './json.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';

/** An element of the page: a short text, and a selector that matches only this element. */
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
  /** ISO 8601; null: the text could not be read as a date. */
  date: string | null;
}

/** An element that probably contains the main content. */
export interface ContentContainer {
  selector: string;
  /** Number of visible characters. */
  textLength: number;
  /** The beginning of the visible text. */
  preview: string;
}

/** An object in the JSON-LD of the page. */
export interface DescribedThing {
  types: string[];
  /** Its text properties, shortened; nested objects by their name or value. */
  fields: Record<string, string>;
}

/** Number of links of the page by kind. */
export interface LinkSummary {
  total: number;
  /** To the host of the page; null if the URL of the page is unknown. */
  internal: number | null;
  external: number | null;
  nofollow: number;
}

/** Elements that are alike: the records of a list. */
export interface RepeatedBlock {
  /** Matches exactly the first element of each record. */
  selector: string;
  count: number;
  fields: RepeatedField[];
  /** A callback that makes each of them an item. */
  callback: { iterate: { selector: string }; extract: Record<string, FieldExtract> };
}

/** A field of the records of a list. */
export interface RepeatedField {
  name: string;
  /** Relative to the record: CSS, or XPath that begins with ".". */
  selector: string;
  /** The first value, as it stands on the page. */
  sample: string;
  /** Number of records that have one. */
  count: number;
}

/** The analysis of a page. All selectors of places are CSS and are checked to match the value that they belong to. */
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
  /** CUSTOM_SELECTORS for title, content, author and date, as far as they were found. */
  suggested: Record<string, string>;
  /** The lists and values of a JSON page; null for another page. */
  data: JsonContent | null;
  /** Remarks about the page, in sentences. */
  notes: string[];
}
