import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dataFolder } from '../host/workspace/data-folder.ts';
import { HostError, toHostError } from '../host/errors.ts';
import { createHost } from '../host/serving/host.ts';
import { startProblem } from './start-problem.ts';
import { followParent } from '../host/lifeline.ts';
import { chooseDatabase, type DatabaseChoice } from '../postgres/chosen-database.ts';
import { awakeWhile } from '../system/awake.ts';
import { environment } from '../system/environment.ts';
import { endingSignals } from '../../bin/ending-signals.mjs';
import { openWebDoor } from './door.ts';
import { openApiServer } from './api-server.ts';
import { greeting, notOpened } from './greeting.ts';
import { openInBrowser } from './open-browser.ts';
import { openAtPort } from './open-at-port.ts';
import { usualPort } from './usual-port.ts';

const usage = `Serves Spider Studio to a browser on this machine.

  --port N         the port on 127.0.0.1; 0: any free port (default: a fixed port for each data folder,
                   or any free port if that one is taken)
  --no-open        print the address without opening a browser
  --data-dir DIR   the data folder (default: SPIDER_STUDIO_HOME, else the platform's)
  --database URL   a PostgreSQL database that many machines share, without a password
                   (default: SPIDER_STUDIO_DATABASE, else SQLite in the data folder)
  --database-password-file FILE
                   the password for --database, in a file that only you may read
`;

interface Options {
  /** null: the usual port of the data folder. */
  port: number | null;
  open: boolean;
  dataDir: string | null;
  database: DatabaseChoice;
  help: boolean;
}

/** The built window. Its relative path is the same from the sources and from the bundle. */
const windowFolder = fileURLToPath(new URL('../../dist/renderer/', import.meta.url));

/**
 * Serves the application until it is stopped (Ctrl+C). Prints an address that admits one browser.
 * @param args what follows the name of the program
 */
export async function main(args: readonly string[]): Promise<void> {
  followParent();
  try {
    const options = readOptions(args);
    if (options.help) process.stdout.write(usage);
    else await serve(options);
  } catch (error) {
    const { message, advice } = startProblem(error);
    process.stderr.write(`${message}${advice === null ? '' : `\n${advice}`}\n`);
    process.exitCode = toHostError(error).code === 'usage' ? 2 : 1;
  }
}

class UsageError extends HostError {
  constructor(message: string) {
    super('usage', message, 'Add --help to see the options.');
  }
}

function readOptions(args: readonly string[]): Options {
  const given = parse(args);
  const { port, 'no-open': noOpen, 'data-dir': dataDir, help } = given;
  const database = { url: given.database ?? null, passwordFile: given['database-password-file'] ?? null };
  const number = port === undefined ? null : Number(port);
  if (number !== null && (!Number.isInteger(number) || number < 0 || number > 65_535))
    throw new UsageError(`"${String(port)}" is not a port. A port is a number from 0 to 65535.`);
  return { port: number, open: noOpen !== true, dataDir: dataDir ?? null, database, help: help === true };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        web: { type: 'boolean' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        'data-dir': { type: 'string' },
        database: { type: 'string' },
        'database-password-file': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function serve({ port, open, dataDir: givenFolder, database }: Options): Promise<void> {
  chooseDatabase(database);
  const dataDir = dataFolder(givenFolder, environment);
  const stayAwake = awakeWhile('A crawl is running.');
  const onRuns = (): void => stayAwake(host.runs().length > 0);
  const host = await createHost({ dataDir, onFault: report, onRuns, openApi: openApiServer });
  const openAt = (at: number) => openWebDoor({ host, folder: windowFolder, port: at });
  const door = await openAtPort(openAt, { asked: port, usual: usualPort(dataDir) }).catch(
    async (error: unknown) => {
      await host.close();
      throw error;
    },
  );
  // Each address works once: the browser gets one, and the printed one is for when no browser opens.
  const opened = open ? openInBrowser(door.newTicket(), () => say(notOpened)) : null;
  const hasKeyboard = process.stdin.isTTY;
  say(greeting({ address: door.newTicket(), open, opened: opened !== null, hasKeyboard, pid: process.pid }));
  if (hasKeyboard) offerTickets(() => door.newTicket());
  await stopped();
  opened?.forget();
  const running = host.runs().length;
  if (running > 0) say(`Pausing ${running === 1 ? 'the run' : `${running} runs`} …`);
  await door.close();
  await host.close();
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Prints another address when Enter is pressed, because each works once. */
function offerTickets(newTicket: () => string): void {
  process.stdin.on('data', () => say(`Another address, which works once:\n\n  ${newTicket()}\n`));
  process.stdin.unref();
}

/** Resolves at the first signal to end; a second one ends the process at once. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0;
    const stop = (): void => {
      const now = performance.now();
      // A terminal sends its interrupt to every process of the group, and the parent process passes it on once more.
      if (asked !== 0 && now - asked > 400) process.exit(130);
      asked ||= now;
      resolve();
    };
    for (const signal of endingSignals) process.on(signal, stop);
    // Writing to a closed console fails, which must not end the process before the runs are paused.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  });
}

function report(what: string, error: unknown): void {
  const { message } = toHostError(error);
  process.stderr.write(`${what}: ${message}\n`);
}
