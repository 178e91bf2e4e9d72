import { PassThrough, type Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Port } from './carry-out.ts';
import { createMcpServer } from './server.ts';

/** Options of `serveOverStdio`. */
export interface StdioOptions {
  port: Port;
  input: NodeJS.ReadableStream;
  output: Writable;
  /** Ends it. */
  signal: AbortSignal;
  /** Called with what the client sent and could not be read. */
  onFault: (error: Error) => void;
}

/** The most bytes of one message. */
const maxBufferSize = 16 * 1024 * 1024;

/** Serves one client over a pair of streams until it closes them, or the signal is aborted. */
export async function serveOverStdio({ port, input, output, signal, onFault }: StdioOptions): Promise<void> {
  const messages = new PassThrough();
  input.pipe(messages);
  const transport = new StdioServerTransport(messages, output, { maxBufferSize });
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const handle = serveStdio(() => createMcpServer(port), { transport, onerror: onFault });
  input.once('end', () => close());
  input.once('close', () => close());
  signal.addEventListener('abort', () => close(), { once: true });
  if (signal.aborted) close();
  await closed;
  await handle.close();
  // A stream that is still open would keep the process alive.
  input.unpipe(messages);
  if ('destroy' in input && typeof input.destroy === 'function') input.destroy();
}
