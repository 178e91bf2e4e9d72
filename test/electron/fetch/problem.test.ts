import { describe, expect, it } from 'vitest';
import { defaultFetchLimits } from '../../../electron/fetch/limits.ts';
import { problemFromError } from '../../../electron/fetch/problem.ts';

const url = new URL('https://shop.example:8443/a?b=1');
const withCode = (code: string, message = 'deep inside') => Object.assign(new Error(message), { code });

describe('what errors are told as', () => {
  it.each<[string, unknown, string, boolean, string]>([
    [
      'expired certificate',
      withCode('CERT_HAS_EXPIRED'),
      'tls',
      false,
      'No secure connection to shop.example:8443: its certificate has expired.',
    ],
    [
      'certificate of another host',
      withCode('ERR_TLS_CERT_ALTNAME_INVALID'),
      'tls',
      false,
      'No secure connection to shop.example:8443: its certificate is for another host name.',
    ],
    [
      'self-signed',
      withCode('DEPTH_ZERO_SELF_SIGNED_CERT'),
      'tls',
      false,
      'No secure connection to shop.example:8443: its certificate is self-signed; if it is yours, install it into the system, or name its file in NODE_EXTRA_CA_CERTS before the start.',
    ],
    [
      'chain',
      withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      'tls',
      false,
      'No secure connection to shop.example:8443: its certificate chain is incomplete.',
    ],
    [
      'other TLS',
      withCode('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'wrong version.\nmore'),
      'tls',
      false,
      'No secure connection to shop.example:8443: wrong version.',
    ],
    [
      'no route',
      withCode('ENETUNREACH'),
      'connection',
      true,
      'shop.example:8443 cannot be reached from here; check the network connection.',
    ],
    [
      'connecting takes too long',
      withCode('UND_ERR_CONNECT_TIMEOUT'),
      'timeout',
      true,
      'shop.example:8443 did not accept a connection within 10 s; it may be down or unreachable from here.',
    ],
    [
      'several addresses, none answers',
      new AggregateError([withCode('ECONNREFUSED')], ''),
      'connection',
      true,
      'shop.example:8443 refused the connection; check the port and whether the server is up.',
    ],
    ['not an error', 'odd', 'connection', true, 'The connection to shop.example:8443 failed: odd.'],
    [
      'an error without words',
      new Error(''),
      'connection',
      true,
      'The connection to shop.example:8443 failed: unknown error.',
    ],
    [
      'an error of many lines',
      new Error('first line.\n    at secret/stack.ts'),
      'connection',
      true,
      'The connection to shop.example:8443 failed: first line.',
    ],
  ])('%s', (_what, error, code, transient, message) => {
    expect(problemFromError(error, url, defaultFetchLimits)).toEqual({ code, transient, message });
  });
});
