import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { readExactly, readHead } from '../../electron/fetch/handshake.ts';

/** What a proxy was asked for. */
export interface ProxyRequest {
  /** `CONNECT`, `SOCKS` or the method of a forwarded request. */
  kind: string;
  /** Host and port, or for a forwarded request the URL. */
  target: string;
  /** `user:password` as it came; null: none. */
  credentials: string | null;
}

export interface ProxyOptions {
  kind: 'http' | 'socks5';
  /** Speaks TLS to its clients. */
  tls?: { key: string; cert: string };
  /** `user:password` that it demands. */
  demands?: string;
  /** Names that only this proxy can resolve. */
  hosts?: Record<string, string>;
  /** It says this at once, whatever it is asked. */
  says?: string;
  /** It accepts connections and keeps silent. */
  silent?: boolean;
  /** It lets its clients in, but never says whether the target was reached. */
  neverOpens?: boolean;
  /** It ends the connection as soon as it is asked for something. */
  hangsUp?: boolean;
  /** Status (http) or reply (socks5) that it refuses everything with. */
  refuses?: number;
  /** After so many bytes from the target it cuts that connection, or takes itself off the network. */
  breaks?: { after: number; how: 'cut' | 'die' };
}

export interface TestProxy {
  /** Without credentials. */
  url: string;
  port: number;
  log: ProxyRequest[];
  /** Takes it off the network at once. */
  die: () => Promise<void>;
  close: () => Promise<void>;
}

/** A proxy on loopback, HTTP or SOCKS 5, that can be told to misbehave. */
export async function startProxy(options: ProxyOptions): Promise<TestProxy> {
  const { kind, tls } = options;
  const log: ProxyRequest[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const serve = kind === 'http' ? serveHttp : serveSocks;
  const onConnection = (socket: Socket): void => {
    keep(socket);
    if (options.says !== undefined) socket.write(options.says);
    if (options.silent === true || options.says !== undefined) return;
    serve(socket).catch(() => socket.destroy());
  };
  const server = tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
  server.on('connection', keep);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function serveHttp(client: Socket): Promise<void> {
    const head = await readHead(client, 64 * 1024);
    const [first = '', ...fields] = head.trimEnd().split('\r\n');
    const [method = '', target = ''] = first.split(' ');
    const basic = /^proxy-authorization: basic (.+)$/im.exec(head)?.[1];
    const credentials = basic === undefined ? null : Buffer.from(basic, 'base64').toString();
    log.push({ kind: method, target, credentials });
    if (options.hangsUp === true) return void client.destroy();
    const status = credentials !== (options.demands ?? credentials) ? 407 : options.refuses;
    if (status !== undefined) {
      const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="proxy"\r\n' : '';
      client.end(`HTTP/1.1 ${status} No\r\n${challenge}Content-Length: 2\r\nConnection: close\r\n\r\nno`);
      return;
    }
    if (options.neverOpens === true) return;
    const url = new URL(method === 'CONNECT' ? `http://${target}` : target);
    const site = await reach(url.hostname, Number(url.port || 80));
    if (site === null) {
      client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    if (method === 'CONNECT') client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    else {
      const passed = fields.filter((field) => !/^(?:proxy-|connection:)/i.test(field));
      const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`, ...passed, 'Connection: close'];
      site.write(`${lines.join('\r\n')}\r\n\r\n`);
    }
    join(client, site);
  }

  async function serveSocks(client: Socket): Promise<void> {
    const [, methods = 0] = await readExactly(client, 2);
    const offered = await readExactly(client, methods);
    let credentials: string | null = null;
    const method = options.demands === undefined ? 0 : offered.includes(2) ? 2 : 255;
    client.write(Buffer.from([5, method]));
    if (method === 255) return void client.end();
    if (method === 2) {
      await readExactly(client, 1);
      const user = await readCounted(client);
      credentials = `${user}:${await readCounted(client)}`;
      const good = credentials === options.demands;
      client.write(Buffer.from([1, good ? 0 : 1]));
      if (!good) return void client.end();
    }
    const [, , , kindOfAddress] = await readExactly(client, 4);
    const host =
      kindOfAddress === 3
        ? await readCounted(client)
        : kindOfAddress === 1
          ? [...(await readExactly(client, 4))].join('.')
          : `[${(await readExactly(client, 16)).toString('hex').replaceAll(/(.{4})(?=.)/g, '$1:')}]`;
    const port = (await readExactly(client, 2)).readUInt16BE();
    log.push({ kind: 'SOCKS', target: `${host}:${port}`, credentials });
    if (options.hangsUp === true) return void client.destroy();
    if (options.neverOpens === true) return;
    const site = options.refuses === undefined ? await reach(host, port) : null;
    const reply = options.refuses ?? (site === null ? 5 : 0);
    client.write(Buffer.from([5, reply, 0, 1, 127, 0, 0, 1, 0, 0]));
    if (site === null) client.end();
    else join(client, site);
  }

  function reach(hostname: string, port: number): Promise<Socket | null> {
    const host = options.hosts?.[hostname] ?? hostname.replaceAll(/[[\]]/g, '');
    return new Promise((resolve) => {
      const site = connect({ host, port });
      keep(site);
      site.on('connect', () => resolve(site)).on('error', () => resolve(null));
    });
  }

  function join(client: Socket, site: Socket): void {
    client.pipe(site);
    client.on('close', () => site.destroy());
    site.on('close', () => client.destroySoon());
    let passed = 0;
    const { breaks } = options;
    site.on('data', (chunk: Buffer) => {
      const room = (breaks?.after ?? Infinity) - passed;
      passed += chunk.length;
      if (passed < (breaks?.after ?? Infinity)) {
        client.write(chunk);
        return;
      }
      site.pause();
      client.write(chunk.subarray(0, room), () => {
        if (breaks?.how === 'die') void die();
        else client.destroy();
      });
    });
  }

  async function die(): Promise<void> {
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const scheme = kind === 'socks5' ? 'socks5' : tls === undefined ? 'http' : 'https';
  return { url: `${scheme}://127.0.0.1:${port}`, port, log, die, close: die };
}

async function readCounted(socket: Socket): Promise<string> {
  const [length = 0] = await readExactly(socket, 1);
  return length === 0 ? '' : (await readExactly(socket, length)).toString();
}
