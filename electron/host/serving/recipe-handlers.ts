import { isAbsolute } from 'node:path';
import type { RecipeSettings } from '../../../shared/contract/types.ts';
import type { Handler } from '../data/call-context.ts';
import { HostError } from '../errors.ts';
import { carryOutRecipe, type RecipeWork } from '../work/export/carry-out-recipe.ts';

type Target = RecipeSettings['target'];

/** Creates the handlers of the calls that save exports and carry them out. */
export function createRecipeHandlers(work: RecipeWork): {
  readonly [N in 'exports.saveRecipe' | 'exports.runRecipe']: Handler<N>;
} {
  const { database } = work;
  return {
    'exports.saveRecipe': async ({ project, spider, name, afterRun, settings }, { takePath }) => {
      const of = { project, spider };
      const { target } = settings;
      const local = localPlace(target);
      if (local !== null && takePath?.(local) !== true) {
        // Files are written and programs started without a question later: a person has chosen where, now or when it was saved.
        const before = (await database.ask('quick', 'recipes', { of })).find((one) => one.name === name);
        const saved = before?.settings ?? null;
        if (saved === null || !isSamePlace(saved.target, target))
          throw new HostError(
            'not-here',
            target.kind === 'command'
              ? 'Exports to a program are saved on the command line.'
              : 'Exports to this computer are saved where a folder can be chosen.',
            'Save it on the command line, or choose a bucket or a PostgreSQL database.',
          );
      }
      const path = local !== null && target.kind !== 'command' ? local : null;
      if (path !== null && !isAbsolute(path))
        throw new HostError('bad-arguments', `"${path}" is not an absolute path.`, null);
      if (target.kind === 'place' || target.kind === 'table') {
        const { checkTarget } = await import('../work/export/check-target.ts');
        checkTarget(target, work.dataDir);
      }
      return database.ask('write', 'saveRecipe', { of, name, afterRun, settings });
    },
    'exports.runRecipe': async ({ project, spider, name, run }) => {
      const of = { project, spider };
      const recipe = await database.ask('quick', 'recipe', { of, name });
      const view = await database.ask('quick', 'exportView', { source: { ...of, run: run ?? 'latest' } });
      const wanted = view.run ?? 'latest';
      let reason: string | null = null;
      try {
        // As after the run: what is written has the same name, whenever and by whom it is carried out.
        const ended = view.run === null ? null : await database.ask('quick', 'endOfRun', { run: view.run });
        return await carryOutRecipe(work, { of, recipe, run: wanted, now: ended ?? Date.now() });
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        throw error;
      } finally {
        if (view.run !== null)
          await database.ask('write', 'noteRecipeByHand', { of, name, run: wanted, reason });
      }
    },
  };
}

/** The folder, the file or the program on this computer that a target names; null: none. */
function localPlace(target: Target): string | null {
  switch (target.kind) {
    case 'folder':
      return target.folder;
    case 'command':
      return target.command.join(' ');
    case 'table':
      return /^postgres(?:ql)?:/i.test(target.database) ? null : target.database;
    case 'place':
      return null;
    default:
      return target satisfies never;
  }
}

/** Whether two targets name the same folder, file or program. */
function isSamePlace(one: Target, other: Target): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'command' && other.kind === 'command')
    return JSON.stringify(one.command) === JSON.stringify(other.command);
  return localPlace(one) === localPlace(other);
}
