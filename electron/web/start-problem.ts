import type { Action } from '../../shared/contract/actions.ts';
import { toHostError } from '../host/errors.ts';

/** What a person does about it at the command line, as there is no window yet. */
const sentences: Readonly<Partial<Record<Action['action'], string>>> = {
  'repair-database':
    '"spider-studio storage check" tells what is wrong, "spider-studio storage repair" keeps all that can be read, and "spider-studio restore FILE --force" brings a backup back.',
  'restore-backup': '"spider-studio restore FILE --force" brings a backup back.',
  'prepare-database':
    'As the owner of its tables run "spider-studio database init", and then "spider-studio database grant --role NAME --apply" for the role.',
  'choose-data-folder': '"--data-dir" or SPIDER_STUDIO_HOME names another one.',
};

/** Why the application did not start, in words for where no window can offer the way out. `advice` null: there is none. */
export function startProblem(error: unknown): { message: string; advice: string | null } {
  const { message, hint, action } = toHostError(error);
  const said = [hint, action === null ? undefined : sentences[action.action]].filter(
    (part) => part !== null && part !== undefined,
  );
  return { message, advice: said.length === 0 ? null : said.join(' ') };
}
