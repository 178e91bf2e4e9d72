import type {
  LibraryEntry,
  LibraryUpdate,
  PackPreview,
  Registry,
  UpdatePreview,
} from '../../shared/contract/types.ts';
import { duration } from '../../shared/duration.ts';
import { readLibraryReference, type LibraryReference } from '../../shared/library-reference.ts';
import { count, UsageError } from './output.ts';
import { describePack } from './pack-words.ts';
import { renderTable } from './table.ts';

/** Reads the name of an entry. @throws UsageError */
export function requireReference(text: string): LibraryReference {
  const reference = readLibraryReference(text);
  if (reference !== null) return reference;
  throw new UsageError(
    `"${text}" names nothing of the library.`,
    'Write NAME, REGISTRY/NAME or REGISTRY/NAME@VERSION.',
  );
}

/** Registries as a table. */
export const registryTable = (registries: readonly Registry[]): string =>
  renderTable(
    ['name', 'kind', 'entries', 'read', 'location', 'problem'],
    registries.map((registry) => [
      registry.name,
      registry.kind,
      String(registry.entries),
      registry.kind === 'shipped' ? '–' : ageOf(registry),
      registry.location,
      registry.problem ?? '',
    ]),
  );

/** How old what is known of a registry is. */
function ageOf({ readAt }: Registry): string {
  if (readAt === null) return 'never';
  return `${duration(Math.max(0, Date.now() - Date.parse(readAt)))} ago`;
}

/** What a person should know of how fresh a list is: a line for each registry that could not be read. */
export const staleNotes = (registries: readonly Registry[]): string[] =>
  registries.flatMap((registry) => {
    const { name, problem, readAt } = registry;
    if (problem === null) return [];
    const shown =
      readAt === null ? 'Nothing of it is known yet.' : `What was read ${ageOf(registry)} is shown.`;
    return [`warning: "${name}" could not be read. ${problem} ${shown}`];
  });

/** Entries as a table. */
export const entryTable = (entries: readonly LibraryEntry[]): string =>
  renderTable(
    ['name', 'kind', 'version', 'title', 'sites', 'licence'],
    entries.map(({ registry, name, kind, versions, title, sites, licence }) => [
      `${registry}/${name}`,
      kind,
      String(versions[0]?.version ?? ''),
      title,
      sites.join(', ') || 'any',
      licence ?? '–',
    ]),
  );

/** Versions of an entry as a table. */
export const versionTable = ({ versions }: LibraryEntry): string =>
  renderTable(
    ['version', 'published', 'size', 'sha256', 'notes'],
    versions.map(({ version, published, bytes, sha256, notes }) => [
      String(version),
      published.slice(0, 10),
      `${Math.ceil(bytes / 1000)} kB`,
      sha256.slice(0, 12),
      notes ?? '',
    ]),
  );

/** A version of an entry, and what is in it. */
export function describeEntry(
  { registry, name, kind, title, versions }: LibraryEntry,
  pack: PackPreview,
): string {
  const head = `${title}: the ${kind} ${registry}/${name}, ${count(versions.length, 'version')}`;
  return `${head}\n\n${describePack(pack)}`;
}

/** Imported spiders as a table. */
export const updateTable = (spiders: readonly LibraryUpdate[]): string =>
  renderTable(
    ['project', 'spider', 'from', 'newest', 'changed here', 'notes'],
    spiders.map(({ project, spider, from, newest, changedHere, isNewer }) => [
      project,
      spider,
      `${from.registry}/${from.name}@${from.version}`,
      newest === null ? 'gone' : String(newest.version),
      changedHere ? 'yes' : '',
      (isNewer ? newest?.notes : null) ?? '',
    ]),
  );

const whoChanged = { here: 'here', there: 'in the registry', both: 'in both' } as const;
/** Places of a comparison: what a terminal shows. */
const shownPlaces = 20;

/** Who changed what, a line for each place. */
export function changeLines(changes: UpdatePreview['changes']): string[] {
  const lines = changes
    .slice(0, shownPlaces)
    .map(({ place, where }) => `  ${whoChanged[where].padEnd(15)}  ${place}`);
  const more = changes.length - lines.length;
  return more <= 0 ? lines : [...lines, `  and ${count(more, 'more place')}`];
}
