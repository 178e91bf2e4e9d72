import { describe, expect, it } from 'vitest';
import { greeting } from '../../../electron/web/greeting.ts';

const address = 'http://127.0.0.1:8080/enter?token=abc';
const usual = { address, open: true, opened: true, hasKeyboard: true, pid: 4711 };

describe('what the terminal shows', () => {
  it('is what to do with the address, and how to end', () => {
    expect(greeting(usual)).toBe(
      `Spider Studio opens in your browser. If no window appears, open this address:

  ${address}

The address works once; press Enter for another one. Press Ctrl+C to stop Spider Studio. Running crawls are paused then, and can be resumed.`,
    );
  });

  it('is another way to end where there is no keyboard', () => {
    expect(greeting({ ...usual, open: false, opened: false, hasKeyboard: false })).toBe(
      `Spider Studio is running. Open this address in a browser on this machine:

  ${address}

The address works once. To stop Spider Studio, press Ctrl+C where it was started, or end process 4711. Running crawls are paused then, and can be resumed.`,
    );
  });

  it('says that no browser could be opened only where one was to be', () => {
    expect(greeting({ ...usual, opened: false })).toMatch(
      /^No browser could be opened\. Spider Studio is running\./,
    );
    expect(greeting({ ...usual, open: false, opened: false })).toMatch(/^Spider Studio is running\./);
  });
});
