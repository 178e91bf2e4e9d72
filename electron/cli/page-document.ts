import type { PageDocument } from '../../shared/contract/types.ts';
import { HostError } from '../host/errors.ts';
import type { Context } from './command.ts';
import { readBytes, readInput } from './input.ts';
import { UsageError } from './output.ts';

/** Whether a place is a URL rather than a file. */
export const isAddress = (place: string): boolean => /^https?:\/\//i.test(place);

/** Whether a place is a URL of a scheme that cannot be fetched. A Windows path has one letter before its colon. */
const isOtherAddress = (place: string): boolean =>
  /^[a-z][a-z0-9+.-]+:\/\//i.test(place) && !isAddress(place);

/**
 * The page that a command is about: a file, standard input, or a URL, with the options `--url`, `--browser`, `--plain`,
 * `--spider`, `--project` and `--allow-private`. @throws HostError `bad-url`, UsageError
 */
export async function pageDocument({ options }: Context, place: string): Promise<PageDocument> {
  const [browser, plain] = [options.flag('browser'), options.flag('plain')];
  const url = options.text('url');
  if (isAddress(place) ? !URL.canParse(place) : isOtherAddress(place)) {
    const hint = place.startsWith('file:')
      ? 'Name the file by its path.'
      : 'Write an http or https URL such as "https://example.org/page", or the path of a file.';
    throw new HostError('bad-url', `"${place}" is not a URL that can be fetched.`, hint);
  }
  if (!isAddress(place)) {
    if (browser || plain) throw new UsageError('--browser and --plain are only for a URL.');
    const data = Buffer.from(await readBytes(place)).toString('base64');
    return { kind: 'content', name: place, data, url };
  }
  if (browser && plain) throw new UsageError('Use one of --browser and --plain.');
  if (url !== null) throw new UsageError('--url is only for a saved page; this one is fetched from its URL.');
  const spider = options.text('spider');
  return {
    kind: 'address',
    url: place,
    project: options.project(),
    spider: spider === null ? null : await readInput(spider),
    allowPrivate: options.flag('allowPrivate'),
    browser: browser || plain ? browser : null,
  };
}
