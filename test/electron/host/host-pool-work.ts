import { HostError } from '../../../electron/host/errors.ts';
import { serveHostJobs } from '../../../electron/host/threads/serve-host-jobs.ts';

// What the thread of host-pool.integration.test.ts does.
serveHostJobs(() => (name) => {
  switch (name) {
    case 'refuse':
      throw new HostError(
        'unknown-run',
        'There is none.',
        { hint: 'Look again.', action: { action: 'list-runs' } },
        { id: 5 },
      );
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
