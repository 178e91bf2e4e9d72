import { startSampleSite, type SampleSite } from './server.ts';
import { sampleNames } from './spiders.ts';

/** What tells which site a spider is for. */
export interface SpiderSites {
  name: string;
  start_urls: readonly string[];
  allowed_domains: readonly string[];
}

/**
 * The port of the sample site that a spider is for; null: it is for another one, be it in part. A sample spider may have
 * been imported for another port, where the usual one was taken; a copy keeps the beginning of its name.
 */
export function samplePortOf({ name, start_urls, allowed_domains }: SpiderSites): number | null {
  const [first] = start_urls;
  const port = first === undefined ? null : samplePortAt(first, name);
  if (port === null) return null;
  const isAll =
    allowed_domains.every((domain) => domain === '127.0.0.1') &&
    start_urls.every((url) => samplePortAt(url, name) === port);
  return isAll ? port : null;
}

/** The port of the sample site that an address is on, for the spider of this name; null: it is elsewhere. */
export function samplePortAt(address: string, spider: string): number | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' || url.hostname !== '127.0.0.1') return null;
  const port = Number(url.port);
  // Another spider may be for a server of the person's own that is not running.
  return port > 1023 && sampleNames().some((name) => spider.startsWith(name)) ? port : null;
}

/** Serves the sample site for a spider that is for it. null: it is for another site, or the port is taken. */
export async function serveSampleFor(spider: SpiderSites): Promise<SampleSite | null> {
  const port = samplePortOf(spider);
  return port === null ? null : startSampleSite({ port }).catch(() => null);
}
