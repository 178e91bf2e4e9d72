import { Type } from 'typebox';
import { nullable, strictObject } from './shapes.ts';

/** @param description what the action does for the person, and what its values name */
function action<const N extends string, P extends Type.TProperties>(name: N, values: P, description: string) {
  return strictObject({ action: Type.Literal(name), ...values }, { description });
}

const project = Type.String();
const spider = Type.String();
const run = Type.String();

/** Schema of `Action`. */
export const ActionSchema = Type.Union(
  [
    action('resume-run', { run }, 'Continues a run that was paused or interrupted.'),
    action(
      'log-in',
      { login: Type.String(), url: Type.String() },
      'Logs in again at the address, under the name of the login.',
    ),
    action('start-run', { spider }, 'Starts a run of the spider.'),
    action('list-runs', {}, 'Lists the runs.'),
    action('choose-run', { run }, 'Repeats the request for another run.'),
    action('import-spider', {}, 'Stores a spider; the project is created where needed.'),
    action('choose-project', { project }, 'Repeats the request for another project.'),
    action('validate-spider', {}, 'Lists every problem of a spider.'),
    action('list-history', { spider }, 'Lists the pages that full runs of the spider have read.'),
    action(
      'add-proxy',
      { project, tier: nullable(Type.String()) },
      'Adds a proxy to the project, in the given tier if there is one.',
    ),
    action('list-proxies', { project }, 'Lists the proxies of the project.'),
    action('name-secret', {}, 'Names the secret of the proxy, because several proxies have this URL.'),
    action('store-secret', { name: Type.String() }, 'Stores a secret of this name in the keychain.'),
    action('list-secrets', {}, 'Lists the names of the secrets in the keychain.'),
    action('install-browser', {}, 'Downloads the browser that renders pages.'),
    action('allow-private', {}, 'Lets the call reach loopback and private addresses.'),
    action('replace-file', {}, 'Replaces the file.'),
    action('replace-workspace', {}, 'Replaces the workspace with a backup.'),
    action('create-backup', {}, 'Creates a backup.'),
    action('restore-backup', {}, 'Restores a backup.'),
    action(
      'repair-database',
      {},
      'Brings all that can be read of a database into a new one, or restores a backup.',
    ),
    action(
      'prepare-database',
      {},
      'Makes the tables of a PostgreSQL database or brings them up to date, as their owner, and gives the role its rights.',
    ),
    action('choose-data-folder', {}, 'Opens another data folder.'),
  ],
  {
    description:
      'What a person can do about a failure, as data. Messages name no command, option or button: each client words the action in its own way.',
  },
);

/** A next step after a failure, with the names it applies to. Clients turn it into a command or a button. */
export type Action = Readonly<Type.Static<typeof ActionSchema>>;
