import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { certificateReason } from '../../../electron/fetch/certificates.ts';
import { startProxy } from '../../servers/proxy.ts';
import * as routes from '../../servers/routes.ts';
import { issued, root } from '../../servers/trusted.ts';
import { client, problemOf, serve, textOf } from './session.ts';

const intercepted = `it ends at "${root.name}", which this computer does not know. If a virus scanner or a company's proxy of that name intercepts connections, install its root certificate into the system, or name its file in NODE_EXTRA_CA_CERTS before the start`;

function trustRoot(): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, root.pem]);
  onTestFinished(() => setDefaultCACertificates(before));
}

const today = () => new Date().toISOString().slice(0, 10);

describe('a certificate that is refused', () => {
  it.each([
    ['without its root', false, `its certificate chain is incomplete: ${intercepted}`],
    ['with a root that nobody knows', true, `its certificate chain is self-signed: ${intercepted}`],
  ])('%s names who has issued it, over HTTP/2 and HTTP/1.1', async (_, withRoot, reason) => {
    const server = await serve({}, { tls: issued('leaf', { withRoot }), http2: 'offered' });
    for (const http2 of [true, false]) {
      const problem = problemOf(await client({ http2 }).fetch({ url: server.url('/') }));
      expect(problem).toEqual({
        code: 'tls',
        message: `No secure connection to 127.0.0.1:${server.port}: ${reason}.`,
        transient: false,
      });
    }
  });

  it('says so where those of the system could not be read', () => {
    const error = Object.assign(new Error('no'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(certificateReason(error, new Date(), { problem: 'the keychain is locked' })).toBe(
      "its certificate chain is incomplete (the system's certificates could not be read: the keychain is locked)",
    );
  });

  it('that has expired says when, by which clock', async () => {
    trustRoot();
    const server = await serve({}, { tls: issued('expired', { withRoot: true }) });
    const { message } = problemOf(await client().fetch({ url: server.url('/') }));
    expect(message).toMatch(
      `its certificate has expired (on 2021-03-01; this computer's date is ${today()}).`,
    );
  });

  it('that is not valid yet says to look at the clock', async () => {
    trustRoot();
    const server = await serve({}, { tls: issued('early', { withRoot: true }) });
    const { message } = problemOf(await client().fetch({ url: server.url('/') }));
    expect(message).toMatch(
      `its certificate is not valid yet (before 2100-01-01; this computer's date is ${today()}: set its clock if that is wrong).`,
    );
  });

  it('of a proxy is the proxy’s', async () => {
    const proxy = await startProxy({ kind: 'http', tls: issued('leaf', { withRoot: true }) });
    onTestFinished(proxy.close);
    const server = await serve({ '/': routes.page('here') });
    const way = { proxy: { id: 'p', url: proxy.url } };
    const problem = problemOf(await client().fetch({ url: server.url('/') }, way));
    expect(problem).toMatchObject({
      code: 'proxy',
      message: `The proxy ${proxy.url} cannot be trusted: its certificate chain is self-signed: ${intercepted}.`,
    });
  });

  it('is taken once its root is trusted', async () => {
    trustRoot();
    const server = await serve({ '/': routes.page('here') }, { tls: issued('leaf', { withRoot: false }) });
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe('here');
  });
});
