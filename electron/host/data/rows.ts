import { fileText, isFileField, isFileValue, waitsForFile } from '../../../shared/file-value.ts';
import type { RunSummary, SavedPage, Cell, JsonValue } from '../../../shared/contract/types.ts';
import { isHere } from '../../store/database/owner.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import type { SavedPageRow } from '../../store/pages/saved-page-queries.ts';

/** Maximum characters of a table cell. */
const cellLength = 500;
/** Files of a list that a cell names. */
const shownFiles = 20;

/** A run as the contract defines it. */
export function runSummary(row: RunRow): RunSummary {
  const { id, project, spider, version, kind, state, requested, counters, options, activeMs } = row;
  const {
    createdAt,
    startedAt,
    endedAt,
    owner,
    waitingSince,
    waitedMs,
    source,
    acceptedAt,
    replacedBy,
    breaches,
  } = row;
  return {
    id,
    project,
    spider,
    version,
    kind,
    source,
    acceptedAt,
    replacedBy,
    breaches,
    state,
    reason: row.reason,
    cause: row.cause,
    requested,
    counters,
    options: {
      limit: options.limit,
      overrides: jsonRecord(options.overrides),
      ...(options.defaults === undefined ? {} : { defaults: jsonRecord(options.defaults) }),
      args: options.args ?? {},
      allowPrivate: options.allowPrivate,
      ...(options.workers === undefined ? {} : { workers: options.workers }),
    },
    activeMs,
    waitingSince,
    waitedMs,
    here:
      owner !== null && isHere(owner) && (state === 'running' || state === 'pausing' || state === 'queued'),
    createdAt,
    startedAt,
    endedAt,
  };
}

/** A saved page as the contract defines it. */
export function savedPage({
  id,
  title,
  url,
  source,
  run,
  bytes,
  encoding,
  kind,
  icon,
  addedAt,
  request,
}: SavedPageRow): SavedPage {
  const page = { id, title, url, source, run, bytes, encoding, kind, icon, addedAt };
  if (request === undefined) return page;
  const { method = 'GET', body = null } = request.message;
  return { ...page, request: { url: request.url, method, body } };
}

/** Shortens a value to a table cell: cut text, and only the size of nested values. */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    return value.length <= cellLength
      ? value
      : { kind: 'text', size: value.length, preview: value.slice(0, cellLength) };
  }
  const waits = waitsForFile(value) ? { waits: true as const } : {};
  if (isFileField(value))
    return { kind: 'file', size: isFileValue(value) ? value.bytes : 0, preview: fileText(value), ...waits };
  if (Array.isArray(value) && value.length > 0 && value.every(isFileField)) {
    const names = value.slice(0, shownFiles).map(fileText).join(', ');
    return { kind: 'files', size: value.length, preview: names.slice(0, cellLength), ...waits };
  }
  const preview = (JSON.stringify(value) ?? '').slice(0, cellLength);
  return Array.isArray(value)
    ? { kind: 'list', size: value.length, preview, ...waits }
    : { kind: 'object', size: Object.keys(value).length, preview, ...waits };
}

/** Narrows a value parsed from JSON. */
export function isJson(value: unknown): value is JsonValue {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isJson);
  return typeof value === 'object' && Object.values(value).every(isJson);
}

/** The members of an object whose values are JSON. */
export function jsonRecord(value: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, JsonValue] => isJson(entry[1])),
  );
}
