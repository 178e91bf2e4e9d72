import { readdirSync } from 'node:fs';
import { resourcesFolder, resourceText } from '../resources/resources.ts';

/** Where the spiders of resources/samples are written for. */
export const sampleOrigin = 'http://127.0.0.1:8765';

/** Whether an address is on the sample site as it is usually served. */
export const isSampleAddress = (address: string): boolean => URL.parse(address)?.origin === sampleOrigin;

/** The names of the spiders that come with the sample site, for example "sample-news". */
export function sampleNames(): string[] {
  return readdirSync(samplesFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/**
 * The text of a sample spider, written for the site at `origin` (for example the `url` of a running one).
 * Throws an Error where there is no sample of that name, or `origin` is not a URL.
 */
export function sampleSpider(name: string, origin: string): string {
  if (!sampleNames().includes(name)) {
    throw new Error(`There is no sample spider "${name}". There are: ${sampleNames().join(', ')}.`);
  }
  const text = resourceText(`samples/${name}.json`);
  return text.replaceAll(sampleOrigin, new URL(origin).origin);
}

const samplesFolder = new URL('samples/', resourcesFolder);
