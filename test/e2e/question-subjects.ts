/** What the questions of `shared-questions.ts` are about. */
export interface Subjects {
  /** A spider that is stored in the default project, its text, and a file of it. */
  spider: string;
  text: string;
  spiderFile: string;
  /** A page of it: its markup, a file of it, where it comes from, and its id among the saved pages. */
  markup: string;
  pageFile: string;
  url: string;
  page: string;
  /** A completed run with items, the request of the page, and ids of runs in every state. */
  run: string;
  request: string;
  runs: readonly string[];
}
