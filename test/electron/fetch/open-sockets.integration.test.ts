import { expect, it, vi } from 'vitest';
import { maxSockets } from '../../../electron/fetch/open-sockets.ts';

it('asks a report of the process for the limit of open files, but not on Windows, which has none', () => {
  const report = vi.spyOn(process.report, 'getReport');
  expect(maxSockets('win32')).toBe(Infinity);
  expect(report).not.toHaveBeenCalled();
  expect(maxSockets('linux')).toBeGreaterThanOrEqual(8);
  expect(report).toHaveBeenCalledOnce();
});
