import { Readable, Writable } from 'node:stream';
import type { Input, Streams } from '../../../electron/cli/output.ts';

/** The streams of a call in this process. `said` gives what was written to them so far. */
export function listening(stdin: Input = Readable.from([])): {
  said: () => { out: string; err: string };
  streams: Streams;
} {
  const parts = { out: [] as Buffer[], err: [] as Buffer[] };
  const into = (key: 'out' | 'err') =>
    new Writable({
      write(chunk: Buffer, _, done) {
        parts[key].push(chunk);
        done();
      },
    }) as unknown as NodeJS.WriteStream;
  const text = (key: 'out' | 'err') => Buffer.concat(parts[key]).toString();
  return {
    said: () => ({ out: text('out'), err: text('err') }),
    streams: { stdout: into('out'), stderr: into('err'), stdin },
  };
}
