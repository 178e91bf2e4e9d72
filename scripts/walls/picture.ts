import { isFile } from './lint-rules.ts';
import { placeOf } from './imports.ts';
import type { Wall } from './wall.ts';

/**
 * The places and who imports whom, as a graph for Mermaid. An arrow that follows from others is left out: what stands at the
 * end of a way of arrows may be imported, as far as the table lists it.
 */
export function picture(walls: readonly Wall[]): string {
  const folders = walls.filter(({ place }) => !isFile(place));
  const below = new Map(folders.map((wall) => [wall.place, importedBy(wall, folders)]));
  const groups = Map.groupBy(folders, ({ place }) => place.split('/')[0] ?? '');
  const boxes = [...groups].flatMap(([group, members]) => [
    `  subgraph in_${group} ["${group}/"]`,
    ...members.map(({ place }) => `    ${idOf(place)}["${labelOf(place, members)}"]`),
    '  end',
  ]);
  const arrows = [...below].flatMap(([place, targets]) =>
    [...targets]
      .filter((target) => !isImplied(target, targets, below))
      .map((target) => `  ${idOf(place)} --> ${idOf(target)}`),
  );
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n');
}

function importedBy({ place, imports }: Wall, folders: readonly Wall[]): Set<string> {
  const targets = imports.flatMap((entry) => {
    const target = isFile(entry) ? placeOf(entry, folders) : folders.find((wall) => wall.place === entry);
    return target === undefined || target.place === place ? [] : [target.place];
  });
  return new Set(targets);
}

/** Whether another arrow of the same place leads to a target, in two steps or more. */
function isImplied(
  target: string,
  targets: ReadonlySet<string>,
  below: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const waiting = [...targets].filter((other) => other !== target);
  const seen = new Set(waiting);
  for (const place of waiting) {
    for (const next of below.get(place) ?? []) {
      if (next === target) return true;
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return false;
}

/** A place within its group; one that has others below it is what else lies in it. */
function labelOf(place: string, members: readonly Wall[]): string {
  const isOuter = members.some((other) => other.place.startsWith(`${place}/`));
  const [, ...names] = place.split('/');
  return [...names, ...(isOuter ? ['*'] : [])].join('/');
}

function idOf(place: string): string {
  return place.replaceAll(/\W+/g, '_');
}
