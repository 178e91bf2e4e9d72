import { setTimeout as delay } from 'node:timers/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** Connections so far. */
  connections: number;
  /** Cuts a connection after so many bytes to the server (`up`) or from it (`down`); null: never. Asked per connection, from 1. */
  cut: (connection: number) => { way: 'up' | 'down'; after: number } | null;
  /** How fast bytes from the server are passed on: so many at a time, with a pause after each time; null: as they come. */
  pace: { bytes: number; pauseMs: number } | null;
  close(): Promise<void>;
}

/** Passes bytes on to a port on loopback, slowly if it is told to, and cuts connections at a byte. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    keep(client);
    keep(upstream);
    proxy.connections += 1;
    const cut = proxy.cut(proxy.connections);
    pass(client, upstream, cut?.way === 'up' ? cut.after : Infinity);
    if (proxy.pace === null) pass(upstream, client, cut?.way === 'down' ? cut.after : Infinity);
    else void drip(upstream, client, proxy.pace).catch(() => client.destroy());
  });

  async function drip(
    from: Socket,
    to: Socket,
    { bytes, pauseMs }: { bytes: number; pauseMs: number },
  ): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>)
      for (let at = 0; at < chunk.length; at += bytes) {
        to.write(chunk.subarray(at, at + bytes));
        await delay(pauseMs);
      }
    to.end();
  }

  function pass(from: Socket, to: Socket, most: number): void {
    let left = most;
    from.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, Math.min(chunk.length, left));
      left -= part.length;
      to.write(part, () => {
        if (left > 0) return;
        from.destroy();
        to.destroy();
      });
    });
    from.on('end', () => to.end());
    from.on('close', () => to.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingProxy = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    cut: () => null,
    pace: null,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
