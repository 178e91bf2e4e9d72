import type { JsonValue } from './json-value.ts';
import { counted } from './counted.ts';
import { readCsv, separatorOf } from './csv-rows.ts';
import { elementLines, jsonFault } from './json-lines.ts';
import { isPriority, priorityWords } from './queue-priority.ts';
import { isWorkers, workersWords } from './run-workers.ts';

/** A crawl that a file asks for. What it leaves out has the usual default. */
export interface FileEntry {
  /** Where it stands in the file, counted from 1. */
  readonly line: number;
  readonly spider: string;
  readonly project?: string;
  readonly priority?: number;
  /** The most items; left out: a full run. */
  readonly limit?: number;
  readonly args?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, JsonValue>>;
  readonly allowPrivate?: boolean;
  /** Processes of this computer that carry it out; left out: one. */
  readonly workers?: number;
}

/** What is wrong with a file, and where. */
export interface FileProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** What a file of crawls says. */
export interface QueueFile {
  readonly entries: readonly FileEntry[];
  readonly problems: readonly FileProblem[];
}

/** The most crawls of one file. */
export const maxFileEntries = 10_000;

const keys = [
  'spider',
  'project',
  'priority',
  'limit',
  'args',
  'overrides',
  'allowPrivate',
  'workers',
] as const;
type Key = (typeof keys)[number];

/** Values of one entry before they are read, by their keys. */
type Raw = ReadonlyMap<string, unknown>;

/**
 * Reads the crawls that a file asks for: a JSON array of objects, or CSV with a header. Columns are `spider`, `project`, `priority`,
 * `limit`, `args` and `overrides` (JSON objects), `allowPrivate`, `workers`, and `arg.NAME` and `set.KEY` for single values; the same keys hold in
 * JSON. What begins with a bracket is JSON.
 */
export function readQueueFile(text: string): QueueFile {
  const plain = text.replace(/^\u{feff}/u, '');
  if (plain.trim() === '') return { entries: [], problems: [{ line: 1, message: 'The file is empty.' }] };
  const rows = /^\s*[[{]/u.test(plain) ? jsonRows(plain) : csvRows(plain);
  const problems: FileProblem[] = [...rows.problems];
  const entries = rows.raws.flatMap(({ line, raw }): FileEntry[] => {
    const told: string[] = [];
    const entry = readEntry(line, raw, told);
    problems.push(...told.map((message) => ({ line, message })));
    return entry === null || told.length > 0 ? [] : [entry];
  });
  if (rows.raws.length > maxFileEntries) {
    problems.push({ line: 1, message: `A file has at most ${maxFileEntries} crawls.` });
  }
  if (rows.raws.length === 0 && problems.length === 0) {
    problems.push({ line: 1, message: 'The file has no crawls.' });
  }
  return { entries, problems: problems.toSorted((a, b) => a.line - b.line) };
}

interface Rows {
  readonly raws: readonly { line: number; raw: Raw }[];
  readonly problems: readonly FileProblem[];
}

function jsonRows(text: string): Rows {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { raws: [], problems: [jsonFault(text, message)] };
  }
  if (!Array.isArray(value)) {
    return { raws: [], problems: [{ line: 1, message: 'It has to be a JSON array of objects.' }] };
  }
  const lines = elementLines(text);
  const raws: { line: number; raw: Raw }[] = [];
  const problems: FileProblem[] = [];
  for (const [index, element] of value.entries()) {
    const line = lines[index] ?? 1;
    if (isObject(element)) raws.push({ line, raw: new Map(Object.entries(element)) });
    else problems.push({ line, message: 'Each crawl is an object such as {"spider": "shop"}.' });
  }
  return { raws, problems };
}

function csvRows(text: string): Rows {
  const { rows, unclosed } = readCsv(text, separatorOf(text));
  if (unclosed !== null) {
    return { raws: [], problems: [{ line: unclosed, message: 'A quoted value has no end.' }] };
  }
  const [head, ...rest] = rows;
  const names = (head?.cells ?? []).map((name) => name.trim());
  if (!names.includes('spider')) {
    const message = 'The first line names the columns, and one of them has to be "spider".';
    return { raws: [], problems: [{ line: head?.line ?? 1, message }] };
  }
  const problems: FileProblem[] = [];
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) problems.push({ line: 1, message: `Two columns are named "${twice}".` });
  const raws = rest.map(({ line, cells }) => {
    if (cells.length > names.length) {
      problems.push({
        line,
        message: `It has ${counted(cells.length, 'value')}, but there ${names.length === 1 ? 'is' : 'are'} ${counted(names.length, 'column')}.`,
      });
    }
    const filled = names.flatMap((name, index): [string, unknown][] => {
      const cell = (cells[index] ?? '').trim();
      return cell === '' || name === '' ? [] : [[name, cell]];
    });
    return { line, raw: new Map(filled) };
  });
  return { raws, problems };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param told what is wrong with it is added @returns null where nothing can be made of it */
function readEntry(line: number, raw: Raw, told: string[]): FileEntry | null {
  const args = new Map<string, string>();
  const overrides = new Map<string, JsonValue>();
  const read: { -readonly [K in keyof FileEntry]?: FileEntry[K] } = {};
  for (const [key, value] of raw) {
    if (key.startsWith('arg.')) readArg(key.slice(4), value, args, told);
    else if (key.startsWith('set.')) overrides.set(key.slice(4), settingOf(value));
    else if (isKey(key)) readKey(key, value, { read, args, overrides, told });
    else told.push(`"${key}" is none of ${keys.join(', ')}, arg.NAME and set.KEY.`);
  }
  const { spider, ...others } = read;
  if (spider === undefined) {
    if (!told.some((message) => message.startsWith('spider'))) told.push('spider is missing.');
    return null;
  }
  return {
    ...others,
    line,
    spider,
    ...(args.size === 0 ? {} : { args: Object.fromEntries(args) }),
    ...(overrides.size === 0 ? {} : { overrides: Object.fromEntries(overrides) }),
  };
}

const isKey = (key: string): key is Key => keys.some((known) => known === key);

interface Target {
  readonly read: { -readonly [K in keyof FileEntry]?: FileEntry[K] };
  readonly args: Map<string, string>;
  readonly overrides: Map<string, JsonValue>;
  readonly told: string[];
}

function readKey(key: Key, value: unknown, { read, args, overrides, told }: Target): void {
  // In JSON, null stands for what is left out.
  if (value === null) return;
  if (key === 'spider' || key === 'project') {
    if (typeof value === 'string' && /^[\w-]{1,255}$/u.test(value)) read[key] = value;
    else told.push(`${key} is the name of a ${key}, not ${shown(value)}.`);
  } else if (key === 'priority') {
    const number = wholeNumber(value);
    if (number !== null && isPriority(number)) read.priority = number;
    else told.push(`priority is a ${priorityWords}, not ${shown(value)}.`);
  } else if (key === 'limit') {
    const number = wholeNumber(value);
    if (number !== null && number >= 1) read.limit = number;
    else told.push(`limit is a whole number from 1, not ${shown(value)}.`);
  } else if (key === 'workers') {
    const number = wholeNumber(value);
    if (number !== null && isWorkers(number)) read.workers = number;
    else told.push(`workers is a ${workersWords}, not ${shown(value)}.`);
  } else if (key === 'allowPrivate') {
    const text = (typeof value === 'string' ? value : shown(value)).toLowerCase();
    if (text === 'true' || text === 'false') read.allowPrivate = text === 'true';
    else told.push(`allowPrivate is true or false, not ${shown(value)}.`);
  } else {
    const object = typeof value === 'string' ? parsed(value) : value;
    if (!isObject(object)) told.push(`${key} is a JSON object, not ${shown(value)}.`);
    else if (key === 'args')
      for (const [name, each] of Object.entries(object)) readArg(name, each, args, told);
    else for (const [name, each] of Object.entries(object)) overrides.set(name, jsonOf(each));
  }
}

function readArg(name: string, value: unknown, args: Map<string, string>, told: string[]): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    args.set(name, String(value));
  } else told.push(`The argument ${name} is a text, not ${shown(value)}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A setting as it is typed: JSON where it parses, else text. */
const settingOf = (value: unknown): JsonValue =>
  typeof value === 'string' ? jsonOf(parsed(value) ?? value) : jsonOf(value);

/** What came out of JSON is a JSON value. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const jsonOf = (value: unknown): JsonValue => value as JsonValue;

function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^[+-]?\d+$/u.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** A value in a message, cut after 40 characters. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
