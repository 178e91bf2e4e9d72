import { HostError } from '../host/errors.ts';

/** What a failed write to standard output is to people; null where its reader has gone, which is no fault (`| head`). */
export function lostOutput({ code, message }: NodeJS.ErrnoException): HostError | null {
  switch (code ?? '') {
    case 'EPIPE':
    case 'EOF':
    case 'ERR_STREAM_DESTROYED':
      return null;
    case 'ENOSPC':
    case 'EDQUOT':
      return new HostError(
        'disk-full',
        'The output could not be written to the end: there is no space left where it goes.',
        'Free some space there, or write it elsewhere.',
      );
    case 'EIO':
      return new HostError(
        'output-failed',
        'The output could not be written to the end: the device or terminal it goes to reports an error (EIO).',
        'Write it elsewhere, for example to a file on another disk.',
      );
    default:
      return new HostError(
        'output-failed',
        `The output could not be written to the end: ${message}.`,
        'Write it elsewhere, for example to a file.',
      );
  }
}
