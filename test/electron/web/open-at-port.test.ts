import { describe, expect, it } from 'vitest';
import { openAtPort } from '../../../electron/web/open-at-port.ts';

/** A system that refuses these ports, and the ports it was asked for. */
function system(refused: Readonly<Record<number, string>>) {
  const asked: number[] = [];
  const openAt = (port: number): Promise<number> => {
    asked.push(port);
    const code = refused[port];
    if (code === undefined) return Promise.resolve(port);
    return Promise.reject(Object.assign(new Error(`listen ${code}: 127.0.0.1:${port}`), { code }));
  };
  return { asked, openAt };
}

describe('the port of the window', () => {
  it.each([
    ['in use', 'EADDRINUSE'],
    ['kept by the system', 'EACCES'],
  ])('is any free one where the usual one is %s', async (_, code) => {
    const { asked, openAt } = system({ 24_000: code });
    expect(await openAtPort(openAt, { asked: null, usual: 24_000 })).toBe(0);
    expect(asked).toEqual([24_000, 0]);
  });

  it.each([
    ['EADDRINUSE', 'port-in-use', 'The port 80 is in use.'],
    ['EACCES', 'port-not-allowed', 'The port 80 is reserved by the system.'],
  ])('is refused where it was asked for (%s), and no other one is taken', async (code, name, message) => {
    const { asked, openAt } = system({ 80: code });
    await expect(openAtPort(openAt, { asked: 80, usual: 24_000 })).rejects.toMatchObject({
      code: name,
      message,
      hint: 'Choose another port, or leave out --port.',
    });
    expect(asked).toEqual([80]);
  });

  it('passes on what it does not know', async () => {
    const { openAt } = system({ 80: 'EADDRNOTAVAIL' });
    await expect(openAtPort(openAt, { asked: 80, usual: 24_000 })).rejects.toThrow('EADDRNOTAVAIL');
  });
});
