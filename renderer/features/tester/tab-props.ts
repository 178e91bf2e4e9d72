import type { SpiderKey } from '../../spider-document/document.ts';

/** What every tab is given: the page, the text as it stands, and where the caret is. */
export interface TabProps {
  spiderKey: SpiderKey;
  page: string;
  /** Whether it was added as a browser shows it. */
  rendered: boolean;
  /** The page with its content and its address: another one after it was fetched again or said to be from elsewhere. */
  subject: string;
  text: string;
  /** The callback that is looked at; null: the text has none. */
  callback: string | null;
}
