import type { Socket } from 'node:net';
import { HostError } from '../host/errors.ts';
import { toCallError } from '../host/serving/dispatcher.ts';
import { problemOf, problemType } from './problem.ts';
import { apiHeaders } from './reply.ts';

/** Statuses of what Node reports, with their words; all else is 400. */
const statuses: Readonly<Record<string, readonly [status: number, reason: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large', 'The chunk extensions are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/** Answers what is no HTTP, or arrives too slowly, with a problem, and ends the connection. No route has seen it. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, detail] = statuses[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'The request is not valid HTTP.',
  ];
  const problem = problemOf(toCallError(new HostError('bad-request', detail, null)));
  const body = JSON.stringify({ ...problem, status });
  const headers = {
    ...apiHeaders,
    'Content-Type': problemType,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}
