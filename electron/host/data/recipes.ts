import type { Recipe, RecipeSettings } from '../../../shared/contract/types.ts';
import { RecipeSettingsSchema } from '../../../shared/contract/calls/exports.ts';
import { ownCheck } from '../../schemas/checker.ts';
import type { RecipeRow } from '../../store/recipes/recipe-queries.ts';
import { HostError } from '../errors.ts';
import type { DataHandlers } from './data-context.ts';
import { requireSpider } from './stored-spiders.ts';

const isSettings = ownCheck(RecipeSettingsSchema);

/** A saved export as the contract defines it. */
export function recipeView({ name, afterRun, recipe, createdAt, last }: RecipeRow): Recipe {
  return { name, afterRun, settings: readSettings(recipe), createdAt, last };
}

function readSettings(text: string): RecipeSettings | null {
  try {
    const value: unknown = JSON.parse(text);
    return isSettings(value) ? value : null;
  } catch {
    return null;
  }
}

/** The error of a saved export that does not exist. */
export const noRecipe = (spider: string, name: string): HostError =>
  new HostError(
    'unknown-recipe',
    `"${spider}" has no saved export "${name}".`,
    'List them, and choose one of those.',
  );

/** Handlers of the calls about saved exports that need only the database. */
export const recipeHandlers: Pick<DataHandlers<'exports'>, 'exports.recipes' | 'exports.removeRecipe'> = {
  'exports.recipes': async ({ project, spider }, { workspace }) => {
    await requireSpider(workspace, project, spider);
    return (await workspace.queries.recipes.list({ project, spider })).map(recipeView);
  },
  'exports.removeRecipe': async ({ project, spider, name }, { workspace }) => {
    await requireSpider(workspace, project, spider);
    if (!(await workspace.queries.recipes.remove({ project, spider }, name))) throw noRecipe(spider, name);
    return null;
  },
};
