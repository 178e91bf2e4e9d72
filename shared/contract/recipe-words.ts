import type { RecipeSettings } from './types.ts';

/** Where a saved export goes, in one line. */
export function shownTarget(target: RecipeSettings['target']): string {
  switch (target.kind) {
    case 'command':
      return target.command.join(' ');
    case 'folder':
      return `${target.folder} (${target.name})`;
    case 'place':
      return `${target.place}/${target.key}`;
    case 'table':
      return `${(target.schema ?? null) === null ? '' : `${target.schema}.`}${target.table} in ${target.database}`;
    default:
      return target satisfies never;
  }
}
