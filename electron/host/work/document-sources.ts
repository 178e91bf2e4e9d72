/** What fetching a page that is not saved needs. */
export interface DocumentSources {
  /** Data folder with the proxies and the browser. */
  dataDir: string;
  /** The settings that a project gives to its spiders. */
  projectSettings: (project: string) => Promise<Record<string, unknown>>;
}
