import { isAbsolute } from 'node:path';
import type { Handler } from '../data/call-context.ts';
import { HostError } from '../errors.ts';
import { carryOutRecipe, type RecipeWork } from '../work/export/carry-out-recipe.ts';

/** Creates the handlers of the calls that save exports and carry them out. */
export function createRecipeHandlers(work: RecipeWork): {
  readonly [N in 'exports.saveRecipe' | 'exports.runRecipe']: Handler<N>;
} {
  const { database } = work;
  return {
    'exports.saveRecipe': async ({ project, spider, name, afterRun, settings }, { takePath }) => {
      const { target } = settings;
      // Files are written without a question later, so the place is one that a person has chosen.
      if (takePath?.(target.kind === 'folder' ? target.folder : target.command.join(' ')) !== true)
        throw new HostError('not-here', 'Exports are saved where folders and programs can be named.', null);
      if (target.kind === 'folder' && !isAbsolute(target.folder))
        throw new HostError('bad-arguments', `"${target.folder}" is not an absolute path.`, null);
      return database.ask('write', 'saveRecipe', { of: { project, spider }, name, afterRun, settings });
    },
    'exports.runRecipe': async ({ project, spider, name, run }) => {
      const of = { project, spider };
      const recipe = await database.ask('quick', 'recipe', { of, name });
      const view = await database.ask('quick', 'exportView', { source: { ...of, run: run ?? 'latest' } });
      return carryOutRecipe(work, { of, recipe, run: view.run ?? 'latest', now: Date.now() });
    },
  };
}
