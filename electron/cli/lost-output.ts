import { HostError } from '../host/errors.ts';
import { systemProblem } from '../system/errors.ts';

/** What a failed write to standard output is to people; null where its reader has gone, which is no fault (`| head`). */
export function lostOutput(error: NodeJS.ErrnoException): HostError | null {
  const problem = systemProblem(error);
  if (problem === 'closed') return null;
  if (problem === 'disk-full') {
    return new HostError(
      'disk-full',
      'The output could not be written to the end: there is no space left where it goes.',
      'Free some space there, or write it elsewhere.',
    );
  }
  if (error.code === 'EIO') {
    return new HostError(
      'output-failed',
      'The output could not be written to the end: the device or terminal it goes to reports an error (EIO).',
      'Write it elsewhere, for example to a file on another disk.',
    );
  }
  return new HostError(
    'output-failed',
    `The output could not be written to the end: ${error.message}.`,
    'Write it elsewhere, for example to a file.',
  );
}
