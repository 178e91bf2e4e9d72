import { createHmac, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { KeptPicture } from '../../store/pages/picture-queries.ts';
import { commonHeaders, previewPolicy } from '../../../shared/window/policy.ts';
import type { Exports } from '../work/export/exports.ts';
import { outliner } from '../work/preview/outliner.ts';
import type { LivePages } from '../work/live/live-pages.ts';
import type { RenderedPage } from '../work/preview/render.ts';

/** A response to a window's request for a URL path. */
export interface Resource {
  headers: Record<string, string>;
  body: string | Readable;
}

/** What windows load besides their own files. */
export interface WindowResources {
  /** Keeps a preview until newer ones displace it. @returns its URL path */
  keepPreview(page: RenderedPage): string;
  /** Keeps a picture until newer ones displace it. @returns its URL path, which stays the same for the same content */
  keepPicture(project: string, picture: KeptPicture): string;
  /** Resolves a path such as `/preview/…` or `/download/…`, or null. */
  get(path: string): Resource | null;
}

/** Limits of kept previews: their number, and their total characters. */
const maxPreviews = 30;
const maxCharacters = 60_000_000;

/** Limits of kept pictures: their number, and their total bytes. */
const maxPictures = 1000;
const maxPictureBytes = 64 * 1024 * 1024;

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  sqlite: 'application/vnd.sqlite3',
  zip: 'application/zip',
} as const;

/** Serves previews of pages, pictures of live pages and exported files under paths that cannot be guessed. */
export function createWindowResources(
  exports: Pick<Exports, 'download'>,
  livePages: Pick<LivePages, 'frames'>,
): WindowResources {
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
    if (found === undefined) return null;
    const headers = {
      ...commonHeaders,
      'Content-Type': found.type ?? 'application/octet-stream',
      'Content-Length': String(found.body.byteLength),
      // A drawing that is opened by itself runs no script.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'private, max-age=3600',
    };
    return { headers, body: Readable.from([Buffer.from(found.body)]) };
  }

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
    if (found === null) return null;
    const plain = found.file.replace(/[^\x20-\x7e]|["\\]/g, '_');
    const headers = {
      ...commonHeaders,
      'Content-Type': types[found.format],
      'Content-Length': String(found.bytes),
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(found.file)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'no-store',
    };
    return { headers, body: createReadStream(found.path) };
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
    get(path) {
      const [, kind, id = ''] = path.split('/');
      if (kind === 'preview') return preview(id);
      if (kind === 'picture') return picture(id);
      if (kind === 'live') return live(id);
      return kind === 'download' ? download(id) : null;
    },
  };
}
