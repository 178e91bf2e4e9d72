import { HostError } from '../host/errors.ts';
import { systemProblem } from '../system/errors.ts';

/** The error to report for a failed write to standard output; null if its reader has gone, which is no fault (`| head`). */
export function lostOutput(error: NodeJS.ErrnoException): HostError | null {
  const problem = systemProblem(error);
  if (problem === 'closed') return null;
  if (problem === 'disk-full') {
    return new HostError(
      'disk-full',
      'The output could not be written completely: the disk is full.',
      'Free some space, or write the output elsewhere.',
    );
  }
  if (error.code === 'EIO') {
    return new HostError(
      'output-failed',
      'The output could not be written completely: the device or terminal reports an error (EIO).',
      'Write the output elsewhere, for example to a file on another disk.',
    );
  }
  return new HostError(
    'output-failed',
    `The output could not be written completely: ${error.message}.`,
    'Write the output elsewhere, for example to a file.',
  );
}
