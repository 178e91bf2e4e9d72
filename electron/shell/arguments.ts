import { dataFolder } from '../host/workspace/data-folder.ts';
import { linkAmong, placeOfLink } from './deep-link.ts';
import type { DatabaseChoice } from '../postgres/chosen-database.ts';
import type { Environment } from '../system/environment.ts';

/** The arguments of the desktop application. */
export interface ShellArguments {
  dataDir: string;
  database: DatabaseChoice;
  /** The place to show first, as a hash; null: the last one. */
  place: string | null;
}

/**
 * Reads the arguments of the program. Electron and the system add arguments of their own, so unknown ones are ignored.
 * @param args with or without the name of the program
 */
export function readArguments(args: readonly string[], env: Environment): ShellArguments {
  const link = linkAmong(args);
  return {
    dataDir: dataFolder(optionOf(args, '--data-dir'), env),
    database: {
      url: optionOf(args, '--database'),
      passwordFile: optionOf(args, '--database-password-file'),
    },
    place: link === null ? null : placeOfLink(link),
  };
}

/** "--name value" or "--name=value"; null: it is not given. */
function optionOf(args: readonly string[], name: string): string | null {
  const joined = args.find((argument) => argument.startsWith(`${name}=`));
  if (joined !== undefined) return joined.slice(name.length + 1);
  const index = args.indexOf(name);
  return index === -1 ? null : (args[index + 1] ?? null);
}
