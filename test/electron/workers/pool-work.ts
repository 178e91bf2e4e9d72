import { threadId } from 'node:worker_threads';
import { notePool, serveJobs } from '../../../electron/workers/serve.ts';

// What the threads of worker-pool.integration.test.ts do.
serveJobs((data: unknown) => {
  let jobs = 0;
  return (name, args: never, job) => {
    jobs += 1;
    switch (name) {
      case 'echo':
        return { value: { args, jobs } };
      case 'thread':
        return { value: { threadId, data } };
      case 'take': {
        const { bytes }: { bytes: Uint8Array<ArrayBuffer> } = args;
        return { value: bytes, transfer: [bytes.buffer] };
      }
      case 'note':
        job.note('of the job');
        notePool('of the thread');
        return { value: null };
      case 'refuse':
        throw new RangeError('There is none.');
      case 'uncopyable':
        return { value: () => 'a function cannot be sent' };
      case 'later':
        return Promise.resolve({ value: 'later' });
      case 'refuse later':
        return Promise.reject(new RangeError('There is none.'));
      case 'wait':
        return new Promise((_resolve, reject) => {
          job.signal.addEventListener('abort', () => {
            job.note('tidied up');
            reject(new Error('It was told to stop.'));
          });
          job.note('waiting');
        });
      case 'finish anyway':
        return new Promise((resolve) => {
          job.signal.addEventListener('abort', () => resolve({ value: 'finished' }));
          job.note('waiting');
        });
      case 'busy':
        // Leaves its event loop no time.
        for (job.note('busy'); !job.isCancelled;);
        return { value: 'stopped' };
      case 'spin':
        for (;;);
      case 'exit':
        return process.exit(3);
      case 'memory': {
        const kept: unknown[] = [];
        for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
      }
      default:
        throw new TypeError(`no ${name}`);
    }
  };
});
