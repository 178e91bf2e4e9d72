import { describe, expect, it } from 'vitest';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, problemOf, serve } from './session.ts';

describe('a client that connects anew', () => {
  it('ends what is under way, keeps no connection, and goes on', async () => {
    let arrived = (): void => undefined;
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await serve({
      '/': routes.page('<h1>page</h1>'),
      '/never': () => arrived(),
    });
    const session = client();
    const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;
    expect(pageOf(await session.fetch({ url: url('/') })).status).toBe(200);
    const waiting = session.fetch({ url: url('/never') });
    await isThere;
    session.reconnect();
    expect(problemOf(await waiting).code).toBe('aborted');
    const before = server.accepted();
    expect(pageOf(await session.fetch({ url: url('/') })).status).toBe(200);
    expect(server.accepted()).toBe(before + 1);
  });
});
