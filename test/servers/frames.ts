import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';

/** Frames of HTTP/2 (RFC 9113, section 6) byte by byte, for what no proper server can be brought to send. */
export const frames = {
  headers: (stream: number, fields: Fields, { last = false, whole = true } = {}): Buffer =>
    frame(1, (last ? 1 : 0) | (whole ? 4 : 0), stream, packed(fields)),
  continuation: (stream: number, block: Buffer, whole: boolean): Buffer =>
    frame(9, whole ? 4 : 0, stream, block),
  data: (stream: number, text: string | Buffer, last = false): Buffer =>
    frame(0, last ? 1 : 0, stream, Buffer.from(text)),
  reset: (stream: number, code: number): Buffer => frame(3, 0, stream, numbers(code)),
  /** @param lastStream the last one that the server has worked on */
  goAway: (lastStream: number, code: number): Buffer => frame(7, 0, 0, numbers(lastStream, code)),
  settings: (values: Record<number, number> = {}): Buffer =>
    frame(4, 0, 0, Buffer.concat(Object.entries(values).map(([key, value]) => setting(Number(key), value)))),
  settingsTaken: (): Buffer => frame(4, 1, 0),
  ping: (): Buffer => frame(6, 0, 0, Buffer.alloc(8)),
  /** A push that nobody has asked for. */
  promise: (stream: number, promised: number, fields: Fields): Buffer =>
    frame(5, 4, stream, Buffer.concat([numbers(promised), packed(fields)])),
};

type Fields = readonly (readonly [name: string, value: string])[];

/** The beginning of a good answer. */
export const good: Fields = [
  [':status', '200'],
  ['content-type', 'text/html'],
];

/** Header fields without any compression (RFC 7541, section 6.2.2). */
export function packed(fields: Fields): Buffer {
  const parts = fields.flatMap(([name, value]) => [Buffer.from([0]), counted(name), counted(value)]);
  return Buffer.concat(parts);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const length = [];
  let rest = bytes.length;
  if (rest < 127) length.push(rest);
  else {
    length.push(127);
    for (rest -= 127; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128);
    length.push(rest);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

function setting(key: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(key);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

/** A request that has arrived. */
export interface FrameVisit {
  stream: number;
  /** How many requests came before it, over this connection and in all. */
  earlier: { here: number; inAll: number };
  send: (...bytes: Buffer[]) => void;
  /** Ends the connection as TLS does. */
  close: () => void;
  /** Cuts it. */
  cut: () => void;
}

export interface FrameServer {
  origin: string;
  url(path: string): string;
  /** What each connection has agreed on, in their order: `h2`, `http/1.1`, or `none`. */
  protocols: string[];
  /** Numbers of the streams that the client has given up, with its reason. */
  resets: { stream: number; code: number }[];
  /** Requests so far, over HTTP/2 and over HTTP/1.1. */
  requests: { http2: number; http1: number };
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export interface FrameOptions {
  tls: { key: string | Buffer; cert: string | Buffer };
  /** Sent as soon as a connection is there; settings without any value when left out. */
  first?: Buffer;
  /** What it answers over HTTP/1.1, byte by byte; left out: it speaks HTTP/2 only. */
  http1?: string;
}

/** A server on loopback that answers HTTP/2 with whatever frames it is told. */
export async function startFrameServer(
  answer: (visit: FrameVisit) => void,
  { tls, first = frames.settings(), http1 }: FrameOptions,
): Promise<FrameServer> {
  const protocols: string[] = [];
  const resets: FrameServer['resets'] = [];
  const requests = { http2: 0, http1: 0 };
  const open = new Set<Socket>();
  const waiting = new Set<() => void>();
  const raw = new Map<number, Socket>();
  const ALPNProtocols = http1 === undefined ? ['h2'] : ['h2', 'http/1.1'];
  const server = createServer({ ...tls, ALPNProtocols }, (socket) => {
    protocols.push(socket.alpnProtocol === false ? 'none' : String(socket.alpnProtocol));
    socket.on('error', () => undefined);
    if (socket.alpnProtocol !== 'h2') {
      socket.on('data', () => {
        requests.http1 += 1;
        socket.end(http1 ?? '');
      });
      return;
    }
    socket.write(first);
    let here = 0;
    const cut = (): void => void raw.get(socket.remotePort ?? 0)?.resetAndDestroy();
    readFrames(socket, (type, flags, stream, payload) => {
      if (type === 4 && (flags & 1) === 0) socket.write(frames.settingsTaken());
      if (type === 3) resets.push({ stream, code: payload.readUInt32BE() });
      if (type !== 1) return;
      const earlier = { here, inAll: requests.http2 };
      here += 1;
      requests.http2 += 1;
      answer({
        stream,
        earlier,
        send: (...bytes) => void (socket.writable && socket.write(Buffer.concat(bytes))),
        close: () => void socket.end(),
        cut,
      });
    });
  });
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    open.add(socket);
    raw.set(remotePort, socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      raw.delete(remotePort);
      if (open.size === 0) for (const resolve of waiting) resolve();
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `https://127.0.0.1:${port}`;
  return {
    origin,
    url: (path) => `${origin}${path}`,
    protocols,
    resets,
    requests,
    quiet: () => new Promise((resolve) => (open.size === 0 ? resolve() : waiting.add(resolve))),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function readFrames(
  socket: Socket,
  take: (type: number, flags: number, stream: number, payload: Buffer) => void,
): void {
  let held = Buffer.alloc(0);
  /** The client's preface comes before its first frame (RFC 9113, section 3.4). */
  let at = 24;
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= at + 9) {
      const end = at + 9 + held.readUIntBE(at, 3);
      if (held.length < end) return;
      const [type, flags] = [held.readUInt8(at + 3), held.readUInt8(at + 4)];
      const [stream, payload] = [held.readUInt32BE(at + 5), held.subarray(at + 9, end)];
      held = held.subarray(end);
      at = 0;
      take(type, flags, stream, payload);
    }
  });
}
