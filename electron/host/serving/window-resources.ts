import { createHmac, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { FileQueries } from '../../store/files/file-queries.ts';
import type { KeptPicture } from '../../store/pages/picture-queries.ts';
import { commonHeaders, previewPolicy } from '../../../shared/window/policy.ts';
import { partsOfFile } from '../data/stored-file.ts';
import type { Exports } from '../work/export/exports.ts';
import { outliner } from '../work/preview/outliner.ts';
import type { LivePages } from '../work/live/live-pages.ts';
import type { RenderedPage } from '../work/preview/render.ts';

/** A response to a window's request for a URL path. */
export interface Resource {
  headers: Record<string, string>;
  body: string | Readable;
}

/** A downloaded file that windows may show or save. */
export interface ServedFile {
  sha256: string;
  /** Its name where it is saved. */
  name: string;
  bytes: number;
  type: string;
  /** Whether it is a picture of a type that is shown. */
  isPicture: boolean;
}

/** URL paths of a downloaded file. */
export interface FilePaths {
  /** For saving it: no window shows what is there. */
  download: string;
  /** For the src of an image; null: it is none that is shown. */
  picture: string | null;
}

/** What windows load besides their own files. */
export interface WindowResources {
  /** Keeps a preview until newer ones displace it. @returns its URL path */
  keepPreview(page: RenderedPage): string;
  /** Keeps a picture until newer ones displace it. @returns its URL path, which stays the same for the same content */
  keepPicture(project: string, picture: KeptPicture): string;
  /** Makes a downloaded file available until many others are. */
  keepFile(file: ServedFile): FilePaths;
  /** Resolves a path such as `/preview/…` or `/download/…`, or null. */
  get(path: string): Resource | null;
}

/** Limits of kept previews: their number, and their total characters. */
const maxPreviews = 30;
const maxCharacters = 60_000_000;

/** Limits of kept pictures: their number, and their total bytes. */
const maxPictures = 1000;
const maxPictureBytes = 64 * 1024 * 1024;

/** Number of files that windows may load, and the size in bytes up to which pictures are shown. */
const maxFiles = 5000;
const maxShownBytes = 16 * 1024 * 1024;

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  sqlite: 'application/vnd.sqlite3',
  zip: 'application/zip',
} as const;

/** What windows load beside previews. */
export interface ResourceSources {
  exports: Pick<Exports, 'download'>;
  livePages: Pick<LivePages, 'frames'>;
  /** Reads a part of a downloaded file. */
  filePart: FileQueries['part'];
}

/** Serves previews of pages, pictures of live pages, and exported and downloaded files under paths that cannot be guessed. */
export function createWindowResources({ exports, livePages, filePart }: ResourceSources): WindowResources {
  const files = new Map<string, ServedFile>();
  const previews = new Map<string, string>();
  const pictures = new Map<string, KeptPicture & { body: Uint8Array }>();
  const secret = randomBytes(32);

  function makeRoom(): void {
    let held = 0;
    for (const html of previews.values()) held += html.length;
    for (const [id, html] of previews) {
      if (previews.size <= 1 || (previews.size <= maxPreviews && held <= maxCharacters)) return;
      held -= html.length;
      previews.delete(id);
    }
  }

  function preview(id: string): Resource | null {
    const html = previews.get(id);
    if (html === undefined) return null;
    const headers = {
      ...commonHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': previewPolicy(outliner().hash),
      'Cache-Control': 'no-store',
    };
    return { headers, body: html };
  }

  function picture(id: string): Resource | null {
    const found = pictures.get(id);
    if (found === undefined) return pictureFile(id);
    const { type, body } = found;
    const headers = pictureHeaders(type ?? 'application/octet-stream', body.byteLength);
    return { headers, body: Readable.from([Buffer.from(body)]) };
  }

  function pictureFile(id: string): Resource | null {
    const file = files.get(id);
    if (file === undefined || !isShown(file)) return null;
    return { headers: pictureHeaders(file.type, file.bytes), body: contentOf(file) };
  }

  const contentOf = ({ sha256 }: ServedFile): Readable => Readable.from(partsOfFile(filePart, sha256));

  function live(name: string): Resource | null {
    const body = livePages.frames(name);
    if (body === null) return null;
    const headers = {
      ...commonHeaders,
      'Content-Type': 'application/octet-stream',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'no-store',
    };
    return { headers, body };
  }

  function download(id: string): Resource | null {
    const found = exports.download(id);
    if (found !== null) {
      const headers = downloadHeaders(found.file, types[found.format], found.bytes);
      return { headers, body: createReadStream(found.path) };
    }
    const file = files.get(id);
    if (file === undefined) return null;
    // Whatever it is called or holds, a browser only saves it.
    const headers = downloadHeaders(file.name, 'application/octet-stream', file.bytes);
    return { headers, body: contentOf(file) };
  }

  return {
    keepPreview({ html }) {
      const id = randomBytes(16).toString('hex');
      previews.set(id, html);
      makeRoom();
      return `/preview/${id}`;
    },
    keepPicture(project, { body, ...facts }) {
      const content = body ?? new Uint8Array();
      const id = createHmac('sha256', secret)
        .update(`${project}\n${facts.url}\n`)
        .update(content)
        .digest('hex');
      pictures.delete(id);
      pictures.set(id, { ...facts, body: content });
      let held = 0;
      for (const { bytes } of pictures.values()) held += bytes;
      for (const [oldest, { bytes }] of pictures) {
        if (pictures.size <= maxPictures && held <= maxPictureBytes) break;
        held -= bytes;
        pictures.delete(oldest);
      }
      return `/picture/${id}`;
    },
    keepFile(file) {
      const id = createHmac('sha256', secret).update(`file\n${file.sha256}\n${file.name}`).digest('hex');
      files.delete(id);
      files.set(id, file);
      for (const oldest of files.keys()) {
        if (files.size <= maxFiles) break;
        files.delete(oldest);
      }
      return {
        download: `/download/${id}/${encodeURIComponent(file.name)}`,
        picture: isShown(file) ? `/picture/${id}` : null,
      };
    },
    get(path) {
      const [, kind, id = ''] = path.split('/');
      if (kind === 'preview') return preview(id);
      if (kind === 'picture') return picture(id);
      if (kind === 'live') return live(id);
      return kind === 'download' ? download(id) : null;
    },
  };
}

const isShown = ({ isPicture, bytes }: ServedFile): boolean => isPicture && bytes <= maxShownBytes;

const pictureHeaders = (type: string, bytes: number): Record<string, string> => ({
  ...commonHeaders,
  'Content-Type': type,
  'Content-Length': String(bytes),
  // A drawing that is opened by itself runs no script.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cache-Control': 'private, max-age=3600',
});

function downloadHeaders(file: string, type: string, bytes: number): Record<string, string> {
  const plain = file.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return {
    ...commonHeaders,
    'Content-Type': type,
    'Content-Length': String(bytes),
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'no-store',
  };
}
