import { arch, homedir, release } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { threadId } from 'node:worker_threads';
import { appendToLog } from '../system/log-file.ts';
import { version } from './version.ts';
import { dataPath } from './data-folder-entries.ts';

/** Maximum characters of one entry. */
const longestEntry = 16_000;
/** Maximum length of a chain of causes. */
const maxCauses = 5;

/** Log files in which this process has already written its header. */
const introduced = new Set<string>();

/**
 * Path of a data folder's log: plain lines about starts, ends and faults with their stacks. The log can be shared, so it never
 * contains secrets, cookies, query strings, or the name of the home folder.
 */
export function logFile(dataDir: string): string {
  return join(dataPath(dataDir, 'logs'), 'spider-studio.log');
}

/** Logs an event. Never throws. */
export function logNote(dataDir: string, text: string): void {
  write(dataDir, 'info', text);
}

/** Logs a fault with its stack. Never throws. */
export function logFault(dataDir: string, what: string, error: unknown): void {
  write(dataDir, 'fault', `${what}: ${described(error)}`);
}

/**
 * Logs uncaught exceptions, which still end the process.
 * @returns a function that stops logging them
 */
export function logCrashes(dataDir: string): () => void {
  const crashed = (error: unknown): void => logFault(dataDir, 'The process ended', error);
  process.on('uncaughtExceptionMonitor', crashed);
  return () => void process.off('uncaughtExceptionMonitor', crashed);
}

function write(dataDir: string, level: 'info' | 'fault', text: string): void {
  const file = logFile(dataDir);
  const home = homeFolder();
  // Only the main thread writes the header.
  const isFirst = threadId === 0 && !introduced.has(file);
  introduced.add(file);
  const lines = [...(isFirst ? [entry('info', thisProgram(), home)] : []), entry(level, text, home)];
  appendToLog(file, lines.join(''));
}

/** Formats an entry: one line, with further lines indented. */
function entry(level: string, text: string, home: string): string {
  const shown = withoutSecrets(text, home).slice(0, longestEntry).trimEnd().replaceAll(/\r?\n/g, '\n    ');
  return `${new Date().toISOString()} ${process.pid} ${level.padEnd(5)} ${shown}\n`;
}

/** The home folder; empty where the account has none. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

function thisProgram(): string {
  const { node, electron } = process.versions;
  const runtime = electron === undefined ? `Node.js ${node}` : `Electron ${electron}, Node.js ${node}`;
  return `Spider Studio ${version}, ${runtime}, ${process.platform} ${release()} ${arch()}`;
}

function described(error: unknown): string {
  const parts: string[] = [];
  for (let one: unknown = error; one !== undefined && parts.length < maxCauses;) {
    parts.push(
      one instanceof Error ? (one.stack ?? one.message) : typeof one === 'string' ? one : inspect(one),
    );
    one = one instanceof Error ? one.cause : undefined;
  }
  return parts.join('\ncaused by ');
}

/** Removes secrets, query strings and the home folder from a text. */
export function withoutSecrets(text: string, home: string): string {
  const plain = text
    .replaceAll(/\b(?:set-cookie|cookie|(?:proxy-)?authorization)\b\s*[:=][^\n]*/gi, (header) =>
      header.replace(/[:=].*/s, ': …'),
    )
    .replaceAll(/\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`]+/gi, withoutQuery);
  const names = home.length < 2 ? [] : [home, pathToFileURL(home).pathname];
  return names.reduce((shown, name) => shown.replaceAll(name, '~'), plain);
}

/** A URL without credentials, query and fragment. */
function withoutQuery(url: string): string {
  const path = url.replace(/[?#].*/s, '');
  const open = path.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1…@');
  return path === url ? open : `${open}?…`;
}
