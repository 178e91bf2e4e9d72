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
