import { arch, homedir, release } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { threadId } from 'node:worker_threads';
import { appendToLog } from '../system/log-file.ts';
import { version } from './version.ts';

/** Characters of one entry at most. */
const longestEntry = 16_000;
/** Errors that have led to one another, at most. */
const maxCauses = 5;

/** Data folders whose log says already what this process is. */
const introduced = new Set<string>();

/**
 * The log of a data folder, in plain lines for people: what began and ended, and faults with the places in the code that they come
 * from. A person may send it to anybody, so it never holds secrets, cookies, the queries of addresses, or the name of the
 * home folder.
 */
export function logFile(dataDir: string): string {
  return join(dataDir, 'logs', 'spider-studio.log');
}

/** Writes down what happened. Never throws. */
export function logNote(dataDir: string, text: string): void {
  write(dataDir, 'info', text);
}

/** Writes down a fault with its stack. Never throws. */
export function logFault(dataDir: string, what: string, error: unknown): void {
  write(dataDir, 'fault', `${what}: ${described(error)}`);
}

/**
 * Writes down what ends this process, which ends all the same.
 * @returns what ends that
 */
export function logCrashes(dataDir: string): () => void {
  const crashed = (error: unknown): void => logFault(dataDir, 'The process ended', error);
  process.on('uncaughtExceptionMonitor', crashed);
  return () => void process.off('uncaughtExceptionMonitor', crashed);
}

function write(dataDir: string, level: 'info' | 'fault', text: string): void {
  const file = logFile(dataDir);
  const home = homeFolder();
  // Threads are of a process that has said what it is.
  const isFirst = threadId === 0 && !introduced.has(file);
  introduced.add(file);
  const lines = [...(isFirst ? [entry('info', thisProgram(), home)] : []), entry(level, text, home)];
  appendToLog(file, lines.join(''));
}

/** One line, and those that belong to it indented below. */
function entry(level: string, text: string, home: string): string {
  const shown = withoutSecrets(text, home).slice(0, longestEntry).trimEnd().replaceAll(/\r?\n/g, '\n    ');
  return `${new Date().toISOString()} ${process.pid} ${level.padEnd(5)} ${shown}\n`;
}

/** Some accounts have none. */
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
  const told: string[] = [];
  for (let one: unknown = error; one !== undefined && told.length < maxCauses;) {
    told.push(
      one instanceof Error ? (one.stack ?? one.message) : typeof one === 'string' ? one : inspect(one),
    );
    one = one instanceof Error ? one.cause : undefined;
  }
  return told.join('\ncaused by ');
}

/** A text without what a person would not send to others. */
export function withoutSecrets(text: string, home: string): string {
  const plain = text
    .replaceAll(/\b(?:set-cookie|cookie|(?:proxy-)?authorization)\b\s*[:=][^\n]*/gi, (header) =>
      header.replace(/[:=].*/s, ': …'),
    )
    .replaceAll(/\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`]+/gi, withoutQuery);
  const names = home.length < 2 ? [] : [home, pathToFileURL(home).pathname];
  return names.reduce((shown, name) => shown.replaceAll(name, '~'), plain);
}

/** An address without user and password, and without what follows its path. */
function withoutQuery(url: string): string {
  const path = url.replace(/[?#].*/s, '');
  const open = path.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1…@');
  return path === url ? open : `${open}?…`;
}
