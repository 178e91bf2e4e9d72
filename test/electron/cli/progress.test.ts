import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgress } from '../../../electron/cli/progress.ts';

describe('the progress of a run', () => {
  it('says that the run waits for the network, why, and that it goes on', () => {
    const stream = new PassThrough();
    const progress = createProgress(Object.assign(stream, { isTTY: false }) as unknown as NodeJS.WriteStream);
    progress.waiting('This computer has no network connection.');
    progress.waiting(null);
    expect(String(stream.read())).toBe(
      'Waiting for the network. This computer has no network connection. The run continues by itself; Ctrl+C pauses it.\nThe network is back; the run continues.\n',
    );
  });
});
