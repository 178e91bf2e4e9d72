import { parentPort, Worker, workerData } from 'node:worker_threads';
import { startS3Server } from './s3-server.ts';

// An S3 server in a thread of its own, for tests that wait for its answers without letting go of theirs.

/** What is asked of the thread. */
type Question =
  | { do: 'keys' }
  | { do: 'spoil'; key: string; body: Uint8Array | null }
  /** Makes all objects older. */
  | { do: 'age'; ms: number }
  /** Answers one write, counted from 1, with a status. */
  | { do: 'refuse'; nth: number; status: number; code: string }
  | { do: 'count' };

/** The server, from outside of its thread. */
export interface S3Thread {
  endpoint: string;
  bucket: string;
  ask: <T = null>(question: Question) => Promise<T>;
  close: () => Promise<void>;
}

export async function startS3Thread(): Promise<S3Thread> {
  const thread = new Worker(new URL(import.meta.url), { workerData: 's3' });
  const next = <T>(): Promise<T> => new Promise((resolve) => void thread.once('message', resolve));
  const facts = await next<Omit<S3Thread, 'ask' | 'close'>>();
  return {
    ...facts,
    ask<T>(question: Question) {
      const answer = next<T>();
      thread.postMessage(question);
      return answer;
    },
    async close() {
      await thread.terminate();
    },
  };
}

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const server = await startS3Server();
  let writes = 0;
  let refusal: { nth: number; status: number; code: string } | null = null;
  server.fault = ({ kind }) => {
    if (kind !== 'PUT object') return null;
    writes += 1;
    return writes === refusal?.nth ? { kind: 'status', status: refusal.status, code: refusal.code } : null;
  };
  function answer(question: Question): unknown {
    switch (question.do) {
      case 'keys':
        return [...server.objects.keys()];
      case 'count':
        return writes;
      case 'refuse':
        [writes, refusal] = [0, question];
        return null;
      case 'age':
        for (const object of server.objects.values()) object.storedAt -= question.ms;
        return null;
      case 'spoil': {
        const object = server.objects.get(question.key);
        if (question.body === null || object === undefined) server.objects.delete(question.key);
        else server.objects.set(question.key, { ...object, body: Buffer.from(question.body) });
        return null;
      }
      default:
        return question satisfies never;
    }
  }
  port.on('message', (question: Question) => port.postMessage(answer(question)));
  const { endpoint, bucket } = server;
  port.postMessage({ endpoint, bucket });
}

if (parentPort !== null && workerData === 's3') void serve(parentPort);
