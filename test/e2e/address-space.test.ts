import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressSpaceMb, addressSpaceProblem } from '../../bin/address-space.mjs';
import { studio } from './command-line.ts';

describe('a limit of the address space', () => {
  it('is read as the system says it', () => {
    const limits = (value: string): string =>
      `Limit  Soft Limit  Hard Limit  Units\nMax address space         ${value}  bytes\n`;
    expect(addressSpaceMb(limits('3072000000           unlimited'))).toBe(3072);
    expect(addressSpaceMb(limits('unlimited            unlimited'))).toBe(Infinity);
    expect(addressSpaceMb('')).toBe(Infinity);
    expect(addressSpaceProblem(4000, 4000)).toBeNull();
  });

  // Only Linux enforces it.
  it.skipIf(process.platform !== 'linux')('that V8 would abort at is a sentence', async () => {
    const { call, file } = studio();
    const limited = (kilobytes: number): { node: string } => {
      const script = `#!/bin/sh\nulimit -v ${kilobytes}\nexec "${process.execPath}" "$@"\n`;
      const node = file(`node-${kilobytes}`, script);
      chmodSync(node, 0o755);
      return { node };
    };
    const called = await call(['spiders', 'list'], limited(3_000_000));
    expect(called).toMatchObject({ code: 1, stdout: '' });
    expect(called.stderr).toBe(
      'error: Spider Studio cannot start here: a process may reserve 3,072 MB of address space (ulimit -v), and needs 4,000 MB, most of which it never uses. Raise the limit, for example with "ulimit -v unlimited"; to limit memory, use a container or a control group.\n',
    );
    const forPrograms = await call(['demo', '--json'], limited(3_000_000));
    expect(forPrograms.json()).toMatchObject({ error: { code: 'bad-environment' } });
    expect((await call(['demo', '--json'], limited(4_100_000))).json()).toMatchObject({ state: 'completed' });
  });
});
