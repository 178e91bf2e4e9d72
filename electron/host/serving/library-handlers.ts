import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkCallName } from '../../../shared/contract/index.ts';
import { searchLibrary } from '../../../shared/library-search.ts';
import { isLibraryTag } from '../../../shared/library-tags.ts';
import { firstUrls } from '../../../shared/spider/generated-urls.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { AddedVersion } from '../../library/add-version.ts';
import type { RegistryPlace } from '../../library/location.ts';
import type { Handler } from '../data/call-context.ts';
import { lenientSpider } from '../data/lenient-spider.ts';
import { HostError } from '../errors.ts';
import type { OpenedLibrary } from './opened-library.ts';
import type { PackWork } from './pack-work.ts';

type LibraryHandlers = { readonly [N in Extract<WorkCallName, `library.${string}`>]: Handler<N> };
/** Calls about spiders that were imported. */
export type UpdateCall = 'library.updates' | 'library.previewUpdate' | 'library.update' | 'library.rollback';

/** Services behind the calls about the library. */
interface LibraryServices {
  packs: PackWork;
  library: OpenedLibrary;
}

/** Handlers of the calls about the library, which is loaded by the first of them. */
export function createLibraryHandlers({
  packs,
  library,
}: LibraryServices): Omit<LibraryHandlers, UpdateCall> {
  return {
    'library.registries': async (_, { signal }) => {
      const read = await (await library.open()).read(null, false, signal);
      return read.map(({ shown }) => shown);
    },
    'library.addRegistry': async (
      { name, location, kind, allowPrivate = false, create = null },
      { takePath, signal },
    ) => {
      const { isLocal, readLocation } = await import('../../library/location.ts');
      const place = readLocation(location, kind ?? null);
      if (hasPassword(place.location))
        throw new HostError(
          'credentials-in-url',
          'The location of a registry is stored, and must have no password in it.',
          'git asks its credential helper for the login of a repository.',
        );
      if (isLocal(place) && takePath?.(pathIn(location, place)) !== true)
        throw new HostError(
          'not-here',
          'Folders and repositories on this computer are added where paths can be named.',
          'Add it on the command line; this list then shows it, too.',
        );
      return (await library.open()).add({ name, ...place, allowPrivate }, create, signal);
    },
    'library.removeRegistry': async ({ name }) => (await library.open()).remove(name),
    'library.search': async ({ words, registry, refresh }, { signal }) => {
      const { shownEntry } = await import('../work/library/find-entry.ts');
      const read = await (await library.open()).read(registry, refresh, signal);
      const all = read.flatMap(({ registry: from, index }) =>
        (index?.entries ?? []).map((entry) => shownEntry({ registry: from, entry })),
      );
      return {
        entries: searchLibrary(all, words),
        registries: read.map(({ shown }) => shown),
      };
    },
    'library.entry': async ({ refresh, ...ref }, { signal }) => {
      const { findVersion, shownEntry } = await import('../work/library/find-entry.ts');
      const found = await library.find(ref, refresh, signal);
      findVersion(found, ref.version);
      return shownEntry(found);
    },
    'library.preview': async ({ project, spider, ...ref }, { signal }) => {
      const { shownEntry } = await import('../work/library/find-entry.ts');
      const { found, version, file } = await library.take(ref, signal);
      const pack = await packs.inspect(file, { project, name: spider }, signal);
      return { entry: shownEntry(found), version: version.version, pack };
    },
    'library.import': async ({ project, spider, ...ref }, { signal }) => {
      const { found, version, file } = await library.take(ref, signal);
      const { registry, entry } = found;
      const from = { registry, name: entry.name, version: version.version, sha256: version.sha256 };
      const source = { origin: { ...from, kind: entry.kind }, notes: version.notes };
      return { ...(await packs.import(file, { project, name: spider }, source)), from };
    },
    'library.publish': async ({ project, spider, registry, ...about }, { signal }) => {
      const { addVersion } = await import('../../library/add-version.ts');
      const { author = null, licence = null, notes = null, title = null, kind = null } = about;
      const name = about.name ?? spider;
      const stored = await packs.stored({ project, spider, versions: 'newest', items: false });
      const { description, tags: ownTags } = lenientSpider(stored.spider.text);
      const tags = about.tags ?? ownTags.map((tag) => tag.toLowerCase()).filter(isLibraryTag);
      const added: AddedVersion[] = [];
      const change = addVersion(
        {
          name,
          kind,
          title,
          description,
          sites: sitesOf(stored.spider.text),
          tags: tags.length === 0 ? null : tags,
          author,
          licence,
          notes,
          published: new Date().toISOString(),
          pack: (version, facts) =>
            packs.write(stored, {
              name: spider,
              version,
              author: facts.author,
              licence: facts.licence,
              kinds: facts.tags,
            }),
        },
        (version) => added.push(version),
      );
      const { kind: placeKind, location } = await (await library.open()).publish(registry, change, signal);
      const done = added.at(-1);
      if (done === undefined) throw new Error('Nothing was planned.');
      return {
        registry,
        name,
        ...done,
        pages: stored.pages.length,
        locked: stored.pages.reduce((sum, { locked }) => sum + locked.length, 0),
        commitYourself: placeKind === 'folder' && !done.unchanged ? workingCopyOf(location) : null,
      };
    },
  };
}

/** The path that a person has named: a branch stands behind that of a repository. */
const pathIn = (location: string, { kind }: RegistryPlace): string =>
  kind === 'git' ? location.replace(/#[^#]*$/, '') : location;

/** Whether a location has a password in it. */
const hasPassword = (location: string): boolean => (URL.parse(location)?.password ?? '') !== '';

/** The sites of a spider: its domains, else the hosts that it starts at. */
function sitesOf(text: string): string[] {
  const { spider } = validateSpider(text);
  if (spider === null) return [];
  const hosts = firstUrls(spider).flatMap((url) => URL.parse(url)?.hostname ?? []);
  return [...new Set((spider.allowed_domains ?? []).length > 0 ? spider.allowed_domains : hosts)];
}

/** The Git working copy that a folder is part of; null: none. */
function workingCopyOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : workingCopyOf(parent);
}
