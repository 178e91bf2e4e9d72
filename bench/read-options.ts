import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Ends the command: it was called wrongly. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Reads the options of a command. Wrong ones end it with a message and the usage. */
export function readOptions<const T extends NonNullable<ParseArgsConfig['options']>>(
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}
