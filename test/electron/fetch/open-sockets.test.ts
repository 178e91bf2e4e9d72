import { expect, it, vi } from 'vitest';
import { mostSockets } from '../../../electron/fetch/open-sockets.ts';

it('asks a report of the process for the limit of open files, but not on Windows, which has none', () => {
  const report = vi.spyOn(process.report, 'getReport');
  expect(mostSockets('win32')).toBe(Infinity);
  expect(report).not.toHaveBeenCalled();
  expect(mostSockets('linux')).toBeGreaterThanOrEqual(8);
  expect(report).toHaveBeenCalledOnce();
});
