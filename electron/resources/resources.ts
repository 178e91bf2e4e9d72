import { readFileSync } from 'node:fs';

/** The folder `resources` of the application: beside the sources, and beside the bundle that is made of them. */
export const resourcesFolder = new URL('../../resources/', import.meta.url);

/**
 * The text of a file in the folder `resources`, for example "sample-site/assets/site.css". Its lines end with a line feed, also
 * where the files were copied with those of Windows: a browser reads both alike, and a hash does not.
 * @throws the error of the operating system where there is none
 */
export function resourceText(name: string): string {
  return readFileSync(new URL(name, resourcesFolder), 'utf8').replaceAll('\r\n', '\n');
}
