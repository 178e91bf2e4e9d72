import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('pages leave nothing behind: links and hosts that are remembered do not hold the pages they were found on', () => {
  const script = fileURLToPath(new URL('page-memory.ts', import.meta.url));
  const grown = Number(execFileSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' }));
  // 400 pages of 200 KB are 80 MB; what is to be remembered of them (24,000 short links) is a tenth of that.
  expect(grown).toBeLessThan(25_000_000);
});
