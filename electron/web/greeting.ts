/** What the text at the start depends on. */
export interface Greeting {
  /** An address that admits one browser. */
  address: string;
  /** Whether a browser should be opened, and whether the system has a program for it. */
  open: boolean;
  opened: boolean;
  /** Whether the output is a terminal with a keyboard. */
  hasKeyboard: boolean;
  pid: number;
}

/** The message if the system has no program that opens addresses. */
export const notOpened = 'No browser could be opened.';

/** The text that the terminal shows at the start: what to open, and how to stop. */
export function greeting({ address, open, opened, hasKeyboard, pid }: Greeting): string {
  const what = opened
    ? 'Spider Studio opens in your browser. If no window appears, open this address:'
    : `${open ? `${notOpened} ` : ''}Spider Studio is running. Open this address in a browser on this machine:`;
  const then = hasKeyboard
    ? 'The address works once; press Enter for another one. Press Ctrl+C to stop Spider Studio.'
    : `The address works once. To stop Spider Studio, press Ctrl+C where it was started, or end process ${pid}.`;
  return `${what}\n\n  ${address}\n\n${then} Running crawls are paused then, and can be resumed.`;
}
