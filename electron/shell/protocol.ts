import type { Readable } from 'node:stream';
import { commonHeaders, windowPolicy } from '../../shared/window/policy.ts';
import type { Host } from '../host/serving/host.ts';
import { messagePage } from '../web/pages.ts';
import { staticFile } from '../web/static-files.ts';
import { ownAddress, scheme } from './address.ts';
import type { ElectronPort } from './port.ts';

/** What the scheme of the window serves. */
export interface ServedWindow {
  host: Pick<Host, 'resource'>;
  /** The folder of the built window. */
  folder: string;
}

/** Registers the scheme with Chromium as standard, secure, fetchable and streamable. Call it before the application is ready. */
export function registerScheme(protocol: ElectronPort['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        codeCache: true,
        corsEnabled: false,
        allowServiceWorkers: false,
        bypassCSP: false,
      },
    },
  ]);
}

/** Serves the window, its previews and downloads, with the same files, headers and policy as `web/`. */
export function serveWindow(
  session: Pick<ReturnType<ElectronPort['session']>, 'protocol'>,
  served: ServedWindow,
): void {
  session.protocol.handle(scheme, (request) => answer(request, served));
}

/** The response to a request: a file of the window, a resource of the host, or 404. */
export function answer(
  { url: address, method }: Pick<Request, 'url' | 'method'>,
  { host, folder }: ServedWindow,
): Response {
  const url = ownAddress(address);
  if (url === null) return refusal(404, 'There is nothing at this address.');
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'Only GET and HEAD are answered.');
  const resource = host.resource(url.pathname);
  if (resource !== null) {
    const { body, headers } = resource;
    if (method === 'HEAD') {
      if (typeof body !== 'string') body.destroy();
      return new Response(null, { headers });
    }
    return new Response(typeof body === 'string' ? body : streamOf(body), { headers });
  }
  const path = url.pathname === '/' || url.pathname === '' ? '/index.html' : url.pathname;
  const file = staticFile(folder, path);
  if (file === null) {
    return path === '/index.html'
      ? refusal(
          404,
          'The window has not been built. Run "npm run build" in the folder of Spider Studio, or install it again.',
        )
      : refusal(404, 'There is nothing at this address.');
  }
  const headers = {
    ...commonHeaders,
    'Content-Type': file.type,
    'Content-Length': String(file.bytes),
    'Content-Security-Policy': windowPolicy,
    'Cache-Control': 'no-cache',
  };
  return new Response(method === 'HEAD' ? null : streamOf(file.open()), { headers });
}

/** Converts a Node stream to a web stream. `Readable.toWeb` is typed with another declaration of such a stream. */
function streamOf(source: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value }: IteratorResult<unknown, unknown> = await chunks.next();
      if (done === true) return controller.close();
      controller.enqueue(new Uint8Array(Buffer.isBuffer(value) ? value : Buffer.from(String(value))));
    },
    cancel() {
      source.destroy();
    },
  });
}

function refusal(status: number, message: string): Response {
  return new Response(messagePage('Spider Studio', message), {
    status,
    headers: {
      ...commonHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    },
  });
}
