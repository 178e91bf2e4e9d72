import type { IncomingHttpHeaders } from 'node:http';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Port } from './carry-out.ts';
import { createMcpServer } from './server.ts';

/** A message over HTTP. */
export interface HttpMessage {
  method: string;
  headers: IncomingHttpHeaders;
  /** What was parsed of its body; undefined: it has none. */
  body: unknown;
}

/** What is answered to it. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}

/** Answers one message over HTTP. Each has a server of its own, so nothing is kept between them. */
export async function answerOverHttp({
  request: { method, headers, body },
  port,
  signal,
}: {
  request: HttpMessage;
  port: Port;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}): Promise<HttpAnswer> {
  const { fetch } = createMcpHandler(() => createMcpServer(port));
  const init = { method, headers: plainHeaders(headers), signal };
  // The address is of no meaning to the protocol; who may call was decided before.
  const request = new Request(
    'http://localhost/mcp',
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  );
  const answer = await fetch(request, body === undefined ? {} : { parsedBody: body });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: answer.body ?? nothing(),
  };
}

/** The headers that the protocol reads. */
function plainHeaders(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && (name.startsWith('mcp-') || name === 'accept' || name === 'content-type')
      ? [[name, value]]
      : [],
  );
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // There is no body.
}
