import { describe, expect, it } from 'vitest';
import { admit, loopbackHosts } from '../../../electron/api/admission.ts';

const admission = { hosts: [...loopbackHosts, 'crawl.example'], origins: ['https://desk.example'] };

describe('requests that are for the server', () => {
  it.each([
    ['by its address', { host: '127.0.0.1:8321' }],
    ['by its name, in any case', { host: 'Crawl.Example' }],
    ['over IPv6', { host: '[::1]:8321' }],
    ['from the page of its own documentation', { host: 'LOCALHOST:8321', origin: 'http://localhost:8321' }],
    ['from the same behind TLS', { host: 'crawl.example', origin: 'https://crawl.example' }],
    ['from a page that may', { host: 'localhost', origin: 'https://desk.example' }],
  ])('%s', (_, headers) => {
    expect(() => admit(headers, admission)).not.toThrow();
  });

  it.each([
    ['under the name of another site', { host: 'evil.example' }, 'wrong-host'],
    ['under a name that ends alike', { host: 'evil-crawl.example' }, 'wrong-host'],
    ['without a name', {}, 'wrong-host'],
    ['from a page of another site', { host: 'localhost', origin: 'https://evil.example' }, 'foreign-origin'],
    [
      'from a page of the same host and another port',
      { host: 'localhost', origin: 'http://localhost:1' },
      'foreign-origin',
    ],
    [
      'from a page of another site that is the host',
      { host: 'evil.example:8321', origin: 'http://evil.example:8321' },
      'wrong-host',
    ],
    ['from a page without a host', { host: '', origin: 'http://' }, 'wrong-host'],
    ['from a file', { host: 'localhost', origin: 'null' }, 'foreign-origin'],
  ])('are not those %s', (_, headers, code) => {
    expect(() => admit(headers, admission)).toThrow(expect.objectContaining({ code }));
  });
});
