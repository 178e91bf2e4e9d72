import type { PackPreview, PackTest } from '../../../../shared/contract/types.ts';
import { firstUrls } from '../../../../shared/spider/generated-urls.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { compressPage } from '../../../engine/stored-page.ts';
import { PackError } from '../../../packs/errors.ts';
import { readPack, sha256, type Pack } from '../../../packs/pack-file.ts';
import type { LibraryOrigin, NewPack } from '../../../store/spiders/pack-queries.ts';
import { checkedSpider } from '../../data/checked-spider.ts';
import { withName } from '../../data/with-name.ts';
import { HostError } from '../../errors.ts';
import { privateHosts, toldSettings } from './needs.ts';

/** A pack whose every byte and whose spider have been checked. */
export interface OpenedPack {
  pack: Pack;
  spider: Spider;
  /** The text of the newest version under the name that the spider is to have. */
  text: string;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  bytes: number;
}

/**
 * Opens a pack.
 * @param what names it in errors
 * @param name the name that the spider is to have; null: its own
 * @throws HostError `bad-pack`, `invalid-spider`
 */
export async function openPack(file: Uint8Array, what: string, name: string | null): Promise<OpenedPack> {
  try {
    const pack = await readPack(file);
    const { text: own } = pack.spider;
    // Checked under its own name first: only then are edits of it sure.
    const { spider: found } = checkedSpider(own, `The spider of ${what}`);
    const text = name === null || name === found.name ? own : withName(own, name);
    const { spider } = checkedSpider(text, `The spider of ${what}`);
    return { pack, spider, text, sha256: sha256(file), bytes: file.byteLength };
  } catch (error) {
    throw packProblem(error, what);
  }
}

/** What is wrong with a pack, for people. Other errors stay as they are. */
export function packProblem(error: unknown, what: string): unknown {
  if (!(error instanceof PackError)) return error;
  const { reason, message } = error;
  const hint =
    reason === 'newer'
      ? 'Update Spider Studio, then open it again.'
      : 'Nothing was stored. Get the file again from where it came from.';
  return new HostError('bad-pack', `${what} cannot be used as a spider pack. ${message}`, hint, { reason });
}

/** Where in the library a pack came from, and what is said about the version there. */
export interface LibrarySource {
  origin: LibraryOrigin;
  notes: string | null;
}

/** A pack as it is stored in a project. @param from where it came from; left out: from a file */
export function newPack({ pack, spider, text }: OpenedPack, project: string, from?: LibrarySource): NewPack {
  return {
    ...(from === undefined ? {} : { from: from.origin }),
    project,
    name: spider.name,
    versions: [
      ...pack.earlier.map((version) => ({ text: version.text, note: version.note })),
      { text, note: from === undefined ? pack.spider.note : noteOf(from) },
    ],
    pages: pack.pages.map(
      ({ text: page, encoding, kind, title, url, source, fetchedAt, locked, request }) => ({
        title,
        url,
        // The run that a page came from is not here.
        source: source === 'run' ? 'url' : source,
        fetchedAt,
        ...(request === undefined ? {} : { request }),
        page: compressPage(page, encoding, kind),
        locked: locked.map(({ values, ...part }) => ({ ...part, values: [...values] })),
      }),
    ),
  };
}

/** What the version that is stored says about itself. */
function noteOf({ origin: { registry, name, version }, notes }: LibrarySource): string {
  const from = `From ${registry}/${name}@${version}`;
  return notes === null ? from : `${from}: ${notes}`.slice(0, longestNote);
}

/** Characters of a note that a pack can hold. */
const longestNote = 1000;

/** What a person sees of a pack before it is imported. */
export function previewOf(
  { pack, spider, text, sha256: hash, bytes }: OpenedPack,
  test: PackTest,
  stores: PackPreview['stores'],
): PackPreview {
  const { name, version, description, author, licence, kinds, application, earlier, pages, items } = pack;
  return {
    name,
    version,
    description: description ?? spider.description ?? null,
    author,
    licence,
    kinds: [...kinds],
    application,
    sha256: hash,
    bytes,
    text,
    domains: [...(spider.allowed_domains ?? [])],
    startUrls: firstUrls(spider).slice(0, 20),
    settings: toldSettings(spider),
    private: privateHosts(spider),
    versions: earlier.length + 1,
    pages: pages.map((page) => ({
      title: page.title,
      url: page.url,
      bytes: Buffer.byteLength(page.text),
      locked: page.locked.length,
    })),
    items: items?.count ?? null,
    test,
    stores,
  };
}
