import type { SpiderKey } from '../../spider-document/document.ts';

/** The properties of every tab: the page, the current text, and the position of the caret. */
export interface TabProps {
  spiderKey: SpiderKey;
  page: string;
  /** Whether it was rendered in a browser. */
  rendered: boolean;
  /** Identifies the page with its content and URL; changes when it is fetched again or its URL is edited. */
  subject: string;
  text: string;
  /** The callback that is looked at; null: the text has none. */
  callback: string | null;
}
