import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemNetwork } from '../../../electron/system/network.ts';

/** A server that is there until the test is over. */
async function listening(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the network of this machine', () => {
  it.each(['127.0.0.1', 'localhost'])('has a way to %s, whatever else is there', async (host) => {
    expect(await systemNetwork().hasRoute(host)).toBe(true);
  });

  it('reaches who listens, and who refuses has answered too', async () => {
    const network = systemNetwork();
    const port = await listening();
    expect(await network.reach(new URL(`http://127.0.0.1:${port}/page`))).toBe('reached');
    expect(await network.reach(new URL('http://127.0.0.1:1/'))).toBe('reached');
  });

  it('tells a name that is not found from a host that does not answer', async () => {
    const port = await listening();
    const found = systemNetwork((_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]),
    );
    expect(await found.reach(new URL(`socks5://proxy.example:${port}`))).toBe('reached');
    const unknown = systemNetwork((_name, _options, callback) => {
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    });
    expect(await unknown.reach(new URL(`http://site.example:${port}/`))).toBe('nameless');
  });

  it('has no address that every machine has', () => {
    expect(
      systemNetwork()
        .addresses()
        .filter((address) => /^(?:127\.|::1$|fe80|169\.254\.)/.test(address)),
    ).toEqual([]);
  });
});
