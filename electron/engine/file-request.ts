import { hash } from 'node:crypto';
import type { FileSettings } from '../../shared/spider/settings.ts';
import type { BodyPart, FetchedPage } from '../fetch/types.ts';
import { typeOfFile } from './file-type.ts';
import type { ReceivedFile } from './ports/ledger.ts';

/** What is read of a file: one byte more than it may have. */
export const partOf = ({ maxBytes }: FileSettings): BodyPart => ({ cutAt: maxBytes + 1, onlyWhole: true });

/** Reads a response to the request for a file. @returns a text: why it is not kept */
export function readFile(page: FetchedPage, { maxBytes, types }: FileSettings): ReceivedFile | string {
  const { body, headers } = page;
  if (page.wasCut === true || body.byteLength > maxBytes) {
    return `The file is larger than ${maxBytes} bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).`;
  }
  if (body.byteLength === 0) return 'The file is empty.';
  const said = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const type = typeOfFile(body, said);
  if (types !== null && !types.some((wanted) => fits(type, wanted))) {
    const lies = said === '' || said === type ? '' : ` The server calls it ${said}.`;
    return `The file is ${type}, which FILES_TYPES does not name.${lies}`;
  }
  return { sha256: hash('sha256', body, 'buffer'), body, type };
}

const fits = (type: string, wanted: string): boolean =>
  wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
