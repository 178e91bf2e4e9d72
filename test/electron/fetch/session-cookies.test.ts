import { describe, expect, it } from 'vitest';
import { SessionCookies } from '../../../electron/fetch/session.ts';

const url = (host: string) => new URL(`https://${host}/`);
const namesFor = (cookies: SessionCookies, host: string): string[] =>
  cookies
    .header(url(host))
    .split('; ')
    .filter((text) => text !== '')
    .map((text) => text.split('=', 1)[0] ?? '');

describe('cookies by the thousand', () => {
  it('of one host: the ones set last are kept', () => {
    const cookies = new SessionCookies();
    for (let n = 0; n < 5000; n++) cookies.store(url('example.org'), `c${n}=x`);
    const names = namesFor(cookies, 'example.org');
    expect(names).toHaveLength(180);
    expect(names).toContain('c4999');
    expect(names).not.toContain('c4819');
  });

  it('of many hosts: the hosts that set one last keep theirs', () => {
    const cookies = new SessionCookies();
    for (let n = 0; n < 5000; n++) cookies.store(url(`h${n}.example`), 'c=x');
    const kept = Array.from({ length: 5000 }, (_, n) => n).filter(
      (n) => namesFor(cookies, `h${n}.example`).length > 0,
    );
    expect(kept).toHaveLength(3000);
    expect(kept[0]).toBe(2000);
  });

  it('a cookie that is set again is not one more, and is young again', () => {
    const cookies = new SessionCookies();
    for (let n = 0; n < 180; n++) cookies.store(url('example.org'), `c${n}=x`);
    for (let n = 0; n < 1000; n++) cookies.store(url('example.org'), `c0=${n}`);
    expect(namesFor(cookies, 'example.org')).toHaveLength(180);
    cookies.store(url('example.org'), 'new=x');
    const names = namesFor(cookies, 'example.org');
    expect(names).toContain('c0');
    expect(names).not.toContain('c1');
  });

  it('one host cannot push out those of another', () => {
    const cookies = new SessionCookies();
    cookies.store(url('quiet.example'), 'login=x');
    for (let n = 0; n < 5000; n++) cookies.store(url('loud.example'), `c${n}=x`);
    expect(namesFor(cookies, 'quiet.example')).toEqual(['login']);
  });

  it('a cookie that expires is gone', () => {
    const cookies = new SessionCookies();
    cookies.store(url('example.org'), 'a=x');
    cookies.store(url('example.org'), 'a=x; Max-Age=0');
    expect(cookies.header(url('example.org'))).toBe('');
  });
});
