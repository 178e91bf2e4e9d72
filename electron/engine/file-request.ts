import { hash } from 'node:crypto';
import type { FileSettings } from '../../shared/spider/settings.ts';
import type { FetchedPage } from '../fetch/types.ts';
import type { ReceivedFile } from './ports/ledger.ts';

/** Number of decoded bytes that are read of a file: one more than it may have. */
export const cutOf = ({ maxBytes }: FileSettings): number => maxBytes + 1;

/** Reads a response to the request for a file. @returns a text: why it is not kept */
export function readFile(page: FetchedPage, { maxBytes, types }: FileSettings): ReceivedFile | string {
  const { body, headers } = page;
  if (page.wasCut === true || body.byteLength > maxBytes) {
    return `The file is larger than ${maxBytes} bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).`;
  }
  const type =
    (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() || 'application/octet-stream';
  if (types !== null && !types.some((wanted) => fits(type, wanted))) {
    return `The file is ${type}, which FILES_TYPES does not name.`;
  }
  return { sha256: hash('sha256', body, 'buffer'), body, type };
}

const fits = (type: string, wanted: string): boolean =>
  wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
