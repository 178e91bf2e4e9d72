import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host, type HostOptions } from '../../../electron/host/serving/host.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import type {
  CallArgs,
  CallName,
  CallValue,
  TopicEvent,
  TopicName,
  TopicParams,
} from '../../../shared/contract/index.ts';

/** A host on a data folder of its own, as a window sees it. Every answer is checked against the contract. */
export interface OpenHost {
  host: Host;
  dataDir: string;
  /** What went wrong and was no answer to anybody: what it was, and the error. */
  faults: readonly unknown[];
  /** The runs under way, whenever they have changed. */
  running: string[][];
  /** The answer, whatever it is. */
  ask<N extends CallName>(name: N, args: CallArgs<N>, options?: AskOptions): Promise<Result<CallValue<N>>>;
  /** The value; throws where the answer is a failure. */
  call<N extends CallName>(name: N, args: CallArgs<N>, options?: AskOptions): Promise<CallValue<N>>;
  /** Follows a topic until the host is closed. `until` resolves with the first event that fits, of the past too. */
  follow<T extends TopicName>(topic: T, params: TopicParams<T>): Followed<TopicEvent<T>>;
  close(): Promise<void>;
}

export interface AskOptions {
  door?: 'web' | 'desktop';
  takePath?: (path: string) => boolean;
  signal?: AbortSignal;
}

export interface Followed<E> {
  events: E[];
  until(fits: (event: E) => boolean): Promise<E>;
  end(): void;
}

export async function openHost(
  dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-host-')),
  given: Pick<HostOptions, 'resolveProxy' | 'openApi'> = {},
): Promise<OpenHost> {
  const faults: unknown[] = [];
  const running: string[][] = [];
  const host = await createHost({
    ...given,
    dataDir,
    warm: false,
    checkAnswers: true,
    onFault: (what, error) => faults.push([what, error]),
    onRuns: () => running.push([...host.runs()]),
  });
  const ask: OpenHost['ask'] = async (name, args, options = {}) => {
    const { door = 'web', takePath, signal = new AbortController().signal } = options;
    return (await host.dispatch(name, args, {
      client: door,
      window: 'test',
      signal,
      takePath: door === 'desktop' ? (takePath ?? (() => false)) : null,
    })) as never;
  };
  return {
    host,
    dataDir,
    faults,
    running,
    ask,
    async call(name, args, options) {
      const answer = await ask(name, args, options);
      if (answer.ok) return answer.value;
      throw new Error(`${name}: ${JSON.stringify(answer.error)} ${String(faults.at(-1) ?? '')}`);
    },
    follow(topic, params) {
      const events: never[] = [];
      const waiting = new Set<() => void>();
      const end = host.subscribe(topic, params, {
        event: (event) => {
          events.push(event as never);
          for (const look of [...waiting]) look();
        },
        missed: () => undefined,
      });
      const until = (fits: (event: never) => boolean): Promise<never> =>
        new Promise((resolve) => {
          const look = (): void => {
            const found = events.find(fits);
            if (found === undefined) return;
            waiting.delete(look);
            resolve(found);
          };
          waiting.add(look);
          look();
        });
      return { events, until, end };
    },
    async close() {
      await host.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The text of a spider with these parts. */
export const spiderText = (name: string, more: object = {}): string =>
  JSON.stringify(
    { name, allowed_domains: ['example.org'], start_urls: ['https://example.org/'], ...more },
    null,
    2,
  );
