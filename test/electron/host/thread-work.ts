import { serveJobs, tell } from '../../../electron/host/threads/serve.ts';
import { HostError } from '../../../electron/host/errors.ts';

// What the thread of thread.integration.test.ts does.
let jobs = 0;
serveJobs((name, args: never, signal) => {
  jobs += 1;
  switch (name) {
    case 'echo':
      return { value: { args, jobs } };
    case 'note':
      tell({ kind: 'note', note: 'on the way' });
      return { value: null };
    case 'refuse':
      throw new HostError(
        'unknown-run',
        'There is none.',
        { hint: 'Look again.', action: { action: 'list-runs' } },
        { id: 5 },
      );
    case 'wait':
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          tell({ kind: 'note', note: 'tidied up' });
          resolve({ value: null });
        });
        tell({ kind: 'note', note: 'waiting' });
      });
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
});
