import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepLogSynced } from '../../../../electron/store/database/wal-fsync.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('keeping the log synced', () => {
  it('writes it to the disk once a second, never twice at a time, until it ends', async () => {
    const files: string[] = [];
    const finish: (() => void)[] = [];
    const end = keepLogSynced('/data/x.db', (file) => {
      files.push(file);
      return new Promise((resolve) => finish.push(resolve));
    });
    await vi.advanceTimersByTimeAsync(3000);
    expect(files).toEqual(['/data/x.db-wal']);
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(files).toHaveLength(2);
    finish[1]?.();
    end();
    await vi.advanceTimersByTimeAsync(5000);
    expect(files).toHaveLength(2);
  });

  it('goes on after a failure', async () => {
    let tries = 0;
    const end = keepLogSynced('/data/x.db', async () => {
      tries += 1;
      throw new Error('no such file');
    });
    await vi.advanceTimersByTimeAsync(2000);
    end();
    expect(tries).toBe(2);
  });
});
