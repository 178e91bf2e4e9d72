import { posix } from 'node:path';
import type { OxlintOverride } from 'oxlint';
import type { Wall } from './wall.ts';

/** Folders of a place that a rule reaches, one below the other; a test says when sources lie deeper. */
export const maxDepth = 3;

const sources = '*.{ts,tsx,mts,mjs}';

/**
 * The walls as rules of oxlint. An import is compared as it is written, so every depth below a place has a rule of its
 * own. Of several overrides for one file the last one counts and replaces the others: each of them is complete, and the
 * more exact places come last.
 */
export function lintRules(walls: readonly Wall[]): OxlintOverride[] {
  const outerFirst = walls.toSorted((a, b) => depthOf(a.place) - depthOf(b.place));
  return outerFirst.flatMap((wall) => overridesOf(wall, outerFirst));
}

function overridesOf(wall: Wall, outerFirst: readonly Wall[]): OxlintOverride[] {
  if (isFile(wall.place)) return [override(wall, wall.place, posix.dirname(wall.place), outerFirst)];
  return Array.from({ length: maxDepth + 1 }, (_, depth) => {
    const folder = posix.join(wall.place, ...Array.from({ length: depth }, () => '*'));
    return override(wall, posix.join(folder, sources), folder, outerFirst);
  });
}

function override(wall: Wall, files: string, folder: string, outerFirst: readonly Wall[]): OxlintOverride {
  const own = isFile(wall.place) ? posix.dirname(wall.place) : wall.place;
  const open = new Set([own, ...wall.imports]);
  const closed = outerFirst
    .map(({ place }) => place)
    .filter((place) => !open.has(place) && [...open].some((outer) => place.startsWith(`${outer}/`)));
  const folders = [...open, ...closed]
    .filter((place) => !isFile(place))
    .toSorted((a, b) => depthOf(a) - depthOf(b));
  const group = [
    '**',
    ...folders.flatMap((place) =>
      below(specifier(folder, place)).map((glob) => `${open.has(place) ? '!' : ''}${glob}`),
    ),
    ...wall.imports.filter(isFile).map((file) => `!${specifier(folder, file)}`),
    ...wall.packages.flatMap(packagePatterns),
    ...(wall.packageTypes ?? []).map((name) => `!${name}`),
    // Ways around: down and up again.
    './../**',
    '**/[!.]*/../**',
  ];
  const paths = (wall.packageTypes ?? []).map((name) => ({
    name,
    allowTypeImports: true,
    message: `${wall.place} may import only types of ${name}.`,
  }));
  const patterns = [{ group, message: messageOf(wall) }];
  return { files: [files], rules: { 'no-restricted-imports': ['error', { paths, patterns }] } };
}

/** A place as a file in a folder writes it, relative to itself. */
function specifier(folder: string, place: string): string {
  const path = posix.relative(folder, place) || '.';
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * What lies below a folder. Where that folder is above the importing file (`../..`), what lies nearer is written from there:
 * `./` and `../`. None of it reaches above the folder, for no name begins with a dot.
 */
function below(folder: string): string[] {
  if (!folder.endsWith('.')) return [`${folder}/**`];
  const levels = folder === '.' ? 0 : folder.split('/').length;
  const starts = ['.', ...Array.from({ length: levels }, (_, level) => '../'.repeat(level) + '..')];
  return starts.flatMap((start) => [`${start}/[!.]*`, `${start}/[!.]*/**`]);
}

function packagePatterns(name: string): string[] {
  return name === 'node' ? ['!node:*', '!node:*/*'] : [`!${name}`, `!${name}/**`];
}

function messageOf({ place, is, imports, packages, packageTypes = [] }: Wall): string {
  const listed = [...imports, ...packages, ...packageTypes];
  const allowed = listed.length === 0 ? 'nothing but itself' : listed.join(', ');
  return `${place} is ${is}. It may import ${allowed} (scripts/walls/table.ts).`;
}

/** Whether a place of the table is a file and not a folder. */
export function isFile(place: string): boolean {
  return /\.\w+$/.test(place);
}

function depthOf(place: string): number {
  return place.split('/').length + (isFile(place) ? 100 : 0);
}
