import { connect } from 'node:net';

/** What a server wrote to a connection until it ended. */
export interface RawAnswer {
  /** 0: nothing was answered. */
  status: number;
  head: string;
  /** The code of the problem; null: the body is none. */
  code: string | null;
}

/** Writes bytes to a server as they are, and reads until it ends the connection or an answer is whole. */
export function rawRequest(origin: string, ...parts: readonly (string | Uint8Array)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const end = (): void => {
      socket.destroy();
      resolve(read(text));
    };
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (isWhole(text)) end();
    });
    socket.on('error', end);
    socket.on('close', end);
    for (const part of parts) socket.write(part);
  });
}

function isWhole(text: string): boolean {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && rest.join('\r\n\r\n').length >= Number(length);
}

function read(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { status, head, code: /"code":"([a-z-]+)"/.exec(rest.join(''))?.[1] ?? null };
}
