import type { OptionSpec, Options } from './command.ts';
import { UsageError } from './output.ts';

/** The option that gives the spider's arguments their values. */
export const argOption: OptionSpec = {
  flags: '--arg <name=value>',
  description: 'a value for an argument of the spider',
  repeatable: true,
};

/** Reads the values of `--arg`. The last one of a name counts. @throws UsageError */
export function readArgs(options: Options): Record<string, string> {
  const args = options.list('arg').map((text) => {
    const at = text.indexOf('=');
    if (at < 1)
      throw new UsageError(`--arg takes NAME=VALUE, not "${text}".`, 'For example --arg term=boots.');
    return [text.slice(0, at).trim(), text.slice(at + 1)] as const;
  });
  return Object.fromEntries(args);
}
