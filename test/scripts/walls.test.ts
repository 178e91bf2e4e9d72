import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, placeOf, sourceFiles, type Import } from '../../scripts/walls/imports.ts';
import { isFile, maxDepth } from '../../scripts/walls/lint-rules.ts';
import { walls } from '../../scripts/walls/table.ts';
import type { Wall } from '../../scripts/walls/wall.ts';

const root = join(import.meta.dirname, '../..');
const folders = walls.filter(({ place }) => !isFile(place));
const files = sourceFiles(root, walls).map((file) => ({ file, wall: placeOf(file, walls) }));
const imports = files.flatMap(({ file, wall }) =>
  importsOf(root, file).map((found) => ({
    ...found,
    wall,
    entry: wall === undefined ? found.to : entryOf(found, wall),
  })),
);

describe('the table of walls', () => {
  it('names a place for every source file, not deeper than the lint rules reach', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter(({ wall }) => wall === undefined)).toEqual([]);
    expect(files.filter(({ file, wall }) => depthBelow(file, wall) > maxDepth)).toEqual([]);
  });

  it('has a file for every place', () => {
    const isThere = ({ place }: Wall) =>
      globSync(isFile(place) ? place : `${place}/*`, { cwd: root }).length > 0;
    expect(walls.filter((wall) => !isThere(wall))).toEqual([]);
  });

  it('has no arrow up and no circle', () => {
    let rest: readonly Wall[] = folders;
    while (rest.length > 0) {
      const above = rest.filter((wall) => rest.some((other) => other !== wall && reaches(wall, other)));
      if (above.length === rest.length) break;
      rest = above;
    }
    expect(rest.map(({ place }) => place)).toEqual([]);
  });

  it('allows every import there is, and of some folders only types', () => {
    const refused = imports.filter(({ wall, entry, isPackage, isType }) => {
      if (wall === undefined) return true;
      if (isPackage) return !wall.packages.includes(entry) && !(isType && wall.packageTypes?.includes(entry));
      if (entry === own(wall)) return false;
      return !wall.imports.includes(entry) || (!isType && wall.types?.includes(entry));
    });
    expect(refused.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('lists nothing that is not imported', () => {
    const used = new Set(imports.map(({ wall, entry }) => `${wall?.place} imports ${entry}`));
    const listed = walls.flatMap(({ place, imports: places, packages, packageTypes = [] }) =>
      [...places, ...packages, ...packageTypes].map((entry) => `${place} imports ${entry}`),
    );
    expect(listed.filter((line) => !used.has(line))).toEqual([]);
  });
});

function depthBelow(file: string, wall: Wall | undefined): number {
  return file.split('/').length - 1 - (wall?.place.split('/').length ?? 0);
}

function own({ place }: Wall): string {
  return folders.find((folder) => isFile(place) && placeOf(place, folders) === folder)?.place ?? place;
}

function reaches(wall: Wall, other: Wall): boolean {
  return wall.imports.some((entry) =>
    isFile(entry) ? placeOf(entry, folders) === other : entry === other.place,
  );
}

/** What the table lists for an import: a package, a file, a place, or a folder outside all places. */
function entryOf({ to, isPackage }: Import, wall: Wall): string {
  if (isPackage || wall.imports.includes(to)) return to;
  const outside = wall.imports.find((entry) => !isFile(entry) && to.startsWith(`${entry}/`));
  return placeOf(to, folders)?.place ?? outside ?? to;
}
