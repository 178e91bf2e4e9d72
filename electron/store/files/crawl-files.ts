import { fingerprintFile } from '../../engine/fingerprint.ts';
import type { NewRequest, ReceivedFile } from '../../engine/ports/ledger.ts';
import { originOf, resolveUrl } from '../../engine/resolve.ts';
import type { StoreContext } from '../database/context.ts';
import type { Admission } from '../ledger/admission.ts';
import { createFileLinks, type FileLinks } from './file-links.ts';
import { createIncomingFiles, type IncomingFiles } from './incoming-files.ts';

/** The files of a run that downloads them. Call its functions within a transaction. */
export interface CrawlFiles extends FileLinks {
  keepChunk: IncomingFiles['keepChunk'];
  /** Keeps what was received for an active request, once for each content. */
  keep(request: number, file: ReceivedFile): void;
}

/** The longest URL of a file, in UTF-16 units. */
const maxUrlLength = 4096;

export function createCrawlFiles(
  context: StoreContext,
  run: number,
  admission: Pick<Admission, 'add'>,
): CrawlFiles {
  const { db } = context.connection;
  const pageOf = db.prepare<[number], { depth: number; priority: number }>(
    'SELECT depth, priority FROM requests WHERE id = ?',
  );
  const mark = db.prepare<[number, number]>('INSERT INTO file_requests (request_id, run_id) VALUES (?, ?)');
  const incoming = createIncomingFiles(context);
  const fill = db.prepare<[{ request: number; file: number; bytes: number; type: string }]>(
    'UPDATE file_requests SET file_id = @file, bytes = @bytes, type = @type WHERE request_id = @request',
  );

  function request(href: string, page: number, added: NewRequest[]): number | string {
    const resolved = resolveUrl(href, null);
    if (!resolved.ok) return 'Its URL is not valid.';
    const { url } = resolved;
    if (url.length > maxUrlLength) return 'Its URL is too long.';
    const { depth = 0, priority = 0 } = pageOf.get(page) ?? {};
    const asked: NewRequest = {
      url,
      fingerprint: fingerprintFile(href),
      origin: originOf(url),
      // Before further pages, so that items do not wait for the end of the crawl.
      priority: priority + 1,
      depth: depth + 1,
      rule: null,
      callback: null,
      follow: false,
      parent: String(page),
    };
    const id = admission.add(asked, null);
    mark.run(id, run);
    added.push(asked);
    return id;
  }

  return {
    ...createFileLinks(context, run, request),
    keepChunk: (id, position, chunk, bytes) => incoming.keepChunk(id, position, chunk, bytes),
    keep(id, received) {
      const { bytes, type } = received;
      fill.run({ request: id, file: incoming.finish(id, received), bytes, type });
    },
  };
}
