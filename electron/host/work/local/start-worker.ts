import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Channel, Parcel } from '../../../fleet/local/wire.ts';
import { environment } from '../../../system/environment.ts';

/** A process, or a thread, that is to take part in a run. */
export interface StartedWorker {
  channel: Channel;
  /** Whether it is a process of its own, and its number. */
  kind: 'process' | 'thread';
  number: number;
  /** Resolves once it is gone. */
  over: Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

const entry = new URL('./local-worker.ts', import.meta.url);

/** Starts one. The desktop application cannot start as Node, so there it is a thread. */
export function startWorker(): StartedWorker {
  return process.versions['electron'] === undefined ? startProcess() : startThread();
}

function startProcess(): StartedWorker {
  const child = fork(fileURLToPath(entry), [], {
    serialization: 'advanced',
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = Promise.withResolvers<void>();
  child.on('error', () => gone.resolve());
  child.on('exit', () => gone.resolve());
  return {
    kind: 'process',
    number: child.pid ?? 0,
    over: gone.promise,
    kill: () => void child.kill('SIGKILL'),
    channel: {
      send(parcel) {
        // What cannot be sent is not missed: the channel is closed, which is told.
        if (child.connected) child.send(parcel, () => undefined);
      },
      listen(hear, closed) {
        child.on('message', (parcel: Parcel<never>) => hear(parcel));
        child.once('disconnect', closed);
        void gone.promise.then(closed);
      },
      close() {
        if (child.connected) child.disconnect();
      },
    },
  };
}

/** A thread with an event loop of its own. */
function startThread(): StartedWorker {
  const thread = new Worker(entry);
  const gone = Promise.withResolvers<void>();
  thread.on('error', () => gone.resolve());
  thread.on('exit', () => gone.resolve());
  return {
    kind: 'thread',
    number: thread.threadId,
    over: gone.promise,
    kill: () => void thread.terminate(),
    channel: {
      send: (parcel) => thread.postMessage(parcel),
      listen(hear, closed) {
        thread.on('message', (parcel: Parcel<never>) => hear(parcel));
        void gone.promise.then(closed);
      },
      close: () => void thread.terminate(),
    },
  };
}
