import { describe, expect, it } from 'vitest';
import { lostOutput } from '../../../electron/cli/lost-output.ts';

const failed = (code: string): NodeJS.ErrnoException => Object.assign(new Error(`${code}: write`), { code });

describe('output that cannot be written', () => {
  it.each(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED'])('to a reader that has gone is no fault: %s', (code) => {
    expect(lostOutput(failed(code))).toBeNull();
  });

  it.each([
    ['ENOSPC', 'disk-full', 'The output could not be written completely: the disk is full.'],
    ['EDQUOT', 'disk-full', 'The output could not be written completely: the disk is full.'],
    [
      'EIO',
      'output-failed',
      'The output could not be written completely: the device or terminal reports an error (EIO).',
    ],
    ['EBADF', 'output-failed', 'The output could not be written completely: EBADF: write.'],
  ])('is told in a sentence: %s', (errno, code, message) => {
    const failure = lostOutput(failed(errno));
    expect(failure).toMatchObject({ code, message });
    expect(failure?.hint).toMatch(/\.$/);
  });
});
