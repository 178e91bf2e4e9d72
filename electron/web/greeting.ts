/** What is to be said when the application is served. */
export interface Greeting {
  /** An address that lets one browser in. */
  address: string;
  /** Whether a browser was to be opened, and whether there was a way to do so. */
  open: boolean;
  opened: boolean;
  /** Whether somebody can press keys where this is shown. */
  hasKeyboard: boolean;
  pid: number;
}

/** Said when the system has no program that opens addresses. */
export const notOpened = 'No browser could be opened.';

/** What the terminal shows once the application is served: what to open, and how to end it. */
export function greeting({ address, open, opened, hasKeyboard, pid }: Greeting): string {
  const what = opened
    ? 'Spider Studio opens in your browser. If no window appears, open this address yourself:'
    : `${open ? `${notOpened} ` : ''}Spider Studio is running. Open this address in a browser on this machine:`;
  const then = hasKeyboard
    ? 'The address works once; Enter prints another one. Ctrl+C ends Spider Studio.'
    : `The address works once. To end Spider Studio, press Ctrl+C where it was started, or end process ${pid}.`;
  return `${what}\n\n  ${address}\n\n${then} Crawls that are running are paused then, and can be resumed.`;
}
