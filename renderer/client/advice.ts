import type { Action } from '../../shared/contract/actions.ts';
import type { Advice } from '../../shared/contract/advice.ts';
import type { CallError } from '../../shared/contract/errors.ts';

/** The sentence for each action; null if the window offers it with a button, or cannot do it. */
const sentences: Readonly<Record<Action['action'], string | null>> = {
  'resume-run': null,
  'log-in': 'Settings → Logins opens a browser for it.',
  'start-run': null,
  'list-runs': null,
  'choose-run': null,
  'import-spider': 'Create or import one.',
  'choose-project': null,
  'validate-spider': null,
  'list-history': null,
  'add-proxy': 'Add one under “Proxies…”.',
  'list-proxies': null,
  'name-secret': null,
  'store-secret': null,
  'list-secrets': null,
  'install-browser': null,
  'allow-private': null,
  'replace-file': null,
  'replace-workspace': null,
  'create-backup': null,
  'restore-backup': null,
  'repair-database':
    'Close this window and every program that uses the data folder, and run “spider-studio storage repair”: it keeps all that can be read, and the database as it was. Or restore a backup.',
  'prepare-database':
    'As the owner of its tables run “spider-studio database init”, and then “spider-studio database grant --role NAME --apply” for the role.',
  'choose-data-folder': null,
};

/** What to do about a failure, in the words of the window; null if there is no advice, or a button says it. */
export function adviceInWindow({ hint, action }: Advice): string | null {
  const said = [hint, action === null ? null : sentences[action.action]].filter((part) => part !== null);
  return said.length === 0 ? null : said.join(' ');
}

/** Adds the sentence for the action of a failure to its hint. */
export const inWindowWords = (error: CallError): CallError => ({ ...error, hint: adviceInWindow(error) });
