import type { FixableProblem } from '../../shared/contract/types.ts';
import { getClient } from '../state/client.ts';
import type { ValidationAnswer, ValidationRequest } from './validation.worker.ts';

interface Waiting {
  readonly id: number;
  readonly text: string;
  done(problems: readonly FixableProblem[]): void;
}

let worker: Worker | 'none' | null = null;
let current: Waiting | null = null;
let next: Waiting | null = null;
let lastId = 0;

/**
 * Checks a text completely, beside the thread that people type in. A text that was waiting for its turn when another one
 * comes is never checked, and its promise stays open: nobody wants its problems any more.
 */
export function checkText(text: string): Promise<readonly FixableProblem[]> {
  return new Promise((done) => {
    next = { id: ++lastId, text, done };
    if (current === null) takeNext();
  });
}

function takeNext(): void {
  current = next;
  next = null;
  if (current === null) return;
  worker ??= startWorker();
  if (worker === 'none') void askHost(current);
  else worker.postMessage({ id: current.id, text: current.text } satisfies ValidationRequest);
}

function settle(id: number, problems: readonly FixableProblem[]): void {
  if (current?.id !== id) return;
  current.done(problems);
  takeNext();
}

function startWorker(): Worker | 'none' {
  if (typeof Worker === 'undefined') return 'none';
  const started = new Worker(new URL('./validation.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<ValidationAnswer>) =>
    settle(data.id, data.problems),
  );
  // The worker cannot be loaded, or ran out of memory: the host validates instead.
  started.addEventListener('error', () => {
    started.terminate();
    worker = 'none';
    if (current !== null) void askHost(current);
  });
  return started;
}

async function askHost({ id, text }: Waiting): Promise<void> {
  const answer = await getClient().call('spiders.validate', { text });
  settle(id, answer.ok ? answer.value.problems : []);
}
