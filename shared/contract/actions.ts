import { Type } from 'typebox';
import { nullable, strictObject } from './shapes.ts';

/** @param description what a person does with it, and what the values name */
function action<const N extends string, P extends Type.TProperties>(name: N, values: P, description: string) {
  return strictObject({ action: Type.Literal(name), ...values }, { description });
}

const project = Type.String();
const spider = Type.String();
const run = Type.String();

export const ActionSchema = Type.Union(
  [
    action('resume-run', { run }, 'Goes on with a run that was paused or interrupted.'),
    action('start-run', { spider }, 'Starts a run of the spider.'),
    action('list-runs', {}, 'Lists the runs.'),
    action('choose-run', { run }, 'Asks for the items of another run.'),
    action('import-spider', {}, 'Stores a spider; the project is created where needed.'),
    action('choose-project', { project }, 'Asks for the same in another project.'),
    action('validate-spider', {}, 'Lists every problem of a spider.'),
    action('list-history', { spider }, 'Lists the pages that full runs of the spider have read.'),
    action(
      'add-proxy',
      { project, tier: nullable(Type.String()) },
      'Adds a proxy to the project, in the tier where one is named.',
    ),
    action('list-proxies', { project }, 'Lists the proxies of the project.'),
    action('name-secret', {}, 'Names the secret that tells one proxy from another.'),
    action('store-secret', { name: Type.String() }, 'Keeps a secret of this name in the keychain.'),
    action('list-secrets', {}, 'Lists the names of the secrets in the keychain.'),
    action('install-browser', {}, 'Downloads the browser that renders pages.'),
    action('allow-private', {}, 'Lets the call reach loopback and private addresses.'),
    action('replace-file', {}, 'Replaces the file.'),
    action('replace-workspace', {}, 'Puts a backup in the place of a workspace.'),
    action('create-backup', {}, 'Makes a backup.'),
    action('restore-backup', {}, 'Brings a backup back.'),
    action('choose-data-folder', {}, 'Opens another data folder.'),
  ],
  {
    description:
      'What a person can do about a failure, as data. A message names no command, option or button: each door words the action in its own way, the command line as a command and the window as what stands on the screen.',
  },
);

export type Action = Readonly<Type.Static<typeof ActionSchema>>;
