import { counted } from './counted.ts';

/** A value of a field with `download` that has no file: it is not downloaded yet, or could not be. */
export interface OpenFile {
  url: string;
  file: null;
  /** Why there is none, in one sentence. Left out: it is waited for. */
  error?: string;
}

/** A downloaded file as the value of a field. */
export interface FileValue {
  url: string;
  /** Its name in an export: the hash, and an ending that fits its type. */
  file: string;
  /** In hexadecimal. */
  sha256: string;
  bytes: number;
  /** Media type in lower case. */
  type: string;
}

/** The endings of files by their media type; others take theirs from the URL. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/json': 'json',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'text/html': 'html',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
};

/** Returns the value of a field for a downloaded file. */
export function fileValue({ url, sha256, bytes, type }: Omit<FileValue, 'file'>): FileValue {
  const ending = endings[type] ?? endingOf(url) ?? 'bin';
  return { url, file: `${sha256}.${ending}`, sha256, bytes, type };
}

const endingOf = (url: string): string | undefined =>
  /\.([a-z0-9]{1,5})$/i.exec(url.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase();

/** Whether a value is that of a field with `download` without a file. */
export function isOpenFile(value: unknown): value is OpenFile {
  if (typeof value !== 'object' || value === null || !('url' in value && 'file' in value)) return false;
  const known = 'error' in value ? 3 : 2;
  return typeof value.url === 'string' && value.file === null && Object.keys(value).length === known;
}

/** Whether a value is that of a field with `download` whose file could not be downloaded. */
export const isLackingFile = (value: unknown): boolean =>
  isOpenFile(value) && typeof value.error === 'string';

/** Whether a value is that of a field with `download` whose file is waited for, or has such a value inside. */
export function waitsForFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isOpenFile(value) ? value.error === undefined : Object.values(value).some(waitsForFile);
}

/** Whether a value is a downloaded file. */
export function isFileValue(value: unknown): value is FileValue {
  if (typeof value !== 'object' || value === null) return false;
  const { file, sha256, bytes, type, url }: Partial<Record<keyof FileValue, unknown>> = value;
  return (
    typeof url === 'string' &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof file === 'string' &&
    new RegExp(`^${sha256}\\.[a-z0-9]{1,5}$`).test(file) &&
    typeof bytes === 'number' &&
    typeof type === 'string'
  );
}

/** Whether a value is that of a field with `download`: a file, one that is waited for, or one that could not be fetched. */
export const isFileField = (value: unknown): value is FileValue | OpenFile =>
  isFileValue(value) || isOpenFile(value);

const longestName = 100;

/** What a file is called for a person, and where it is saved: as in its URL, with an ending that fits its type. */
export function fileName({ url, file }: Pick<FileValue, 'url' | 'file'>): string {
  const last = url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  const plain = decoded(last)
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    // Characters that no system has in names, and those that turn texts around.
    .replace(/[\\/:*?"<>|\p{C}]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, longestName);
  return plain === '' ? file : `${plain}${file.slice(file.indexOf('.'))}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value of a field with `download` in a line: what a file is called and is, or why there is none. */
export function fileText(value: FileValue | OpenFile): string {
  if (value.file !== null) return `${fileName(value)} · ${value.type}`;
  return value.error === undefined ? value.url : `${value.url} · ${value.error}`;
}

/**
 * What a test says of a field with `download`, for which it fetches nothing; null: another value.
 * @param entries number of entries of a list before it was cut; null: it is whole, or no list
 */
export function plannedFiles(value: unknown, entries: number | null = null): string | null {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  if (all.length === 0 || !all.every(isOpenFile)) return null;
  const wanted = all.filter(({ error }) => error === undefined);
  const refused = all.flatMap(({ url, error }) => (error === undefined ? [] : [`${url}: ${error}`]));
  const number = (entries ?? all.length) - refused.length;
  const urls = wanted.map(({ url }) => url).join(' · ');
  const told = wanted.length === 0 ? [] : [`${counted(number, 'file')} would be fetched: ${urls}`];
  return [...told, ...refused].join(' · ');
}

/** A value with nothing of its downloaded files but their content, by which it is compared with that of another run. */
export function comparedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isFileValue(value)) return { sha256: value.sha256 };
  // Why a file is not there may say of which run it is.
  if (isOpenFile(value)) return { url: value.url, file: null };
  if (Array.isArray(value)) return value.map(comparedValue);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, comparedValue(inner)]));
}
