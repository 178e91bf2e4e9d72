import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isWindowsNode, startProgram } from './program.ts';
import { WebSocket } from 'ws';
import type { Client } from '../../renderer/client/client.ts';
import { createSessionClient } from '../../renderer/client/session-client.ts';
import type { Connector, TrustedFrame } from '../../renderer/client/transport.ts';
import type { Result } from '../../shared/contract/errors.ts';
import type {
  CallArgs,
  CallName,
  CallValue,
  TopicEvent,
  TopicName,
  TopicParams,
} from '../../shared/contract/index.ts';

const entry = fileURLToPath(new URL('../../bin/spider-studio-web.mjs', import.meta.url));

/** The real web door in a process of its own, and a window that speaks with it as a browser would. */
export interface WebStudio {
  child: ChildProcess;
  /** What it prints. */
  output(): string;
  origin: string;
  /** What shows that a window was let in. */
  secret: string;
  client: Client;
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallValue<N>>;
  ask<N extends CallName>(name: N, args: CallArgs<N>): Promise<Result<CallValue<N>>>;
  /** Resolves with the first event that fits. */
  until<T extends TopicName>(
    topic: T,
    params: TopicParams<T>,
    fits: (event: TopicEvent<T>) => boolean,
  ): Promise<TopicEvent<T>>;
  /** Breaks the connection of the window, as a laptop does that falls asleep. */
  breakConnection(): void;
  get(path: string): Promise<Response>;
  /** Ends the process. @returns its exit code; null: by a signal */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Ends what is left of it, at once. */
  close(): void;
}

export async function startWebStudio(
  dataDir: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<WebStudio> {
  const child = startProgram([entry, '--no-open', '--data-dir', dataDir, ...args], { env });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/\S+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.on('exit', () => reject(new Error(`The web door ended: ${output}`)));
  });
  const { origin } = new URL(address);
  // What the page of the address keeps in the storage of its origin.
  const entered = await (await fetch(address)).text();
  const secret = /setItem\('[^']+', '([\w-]+)'\)/.exec(entered)?.[1] ?? '';
  const sockets: WebSocket[] = [];
  const connector: Connector = (events) => {
    const protocols = ['spider-studio', secret];
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, protocols, {
      headers: { origin },
    });
    sockets.push(socket);
    socket.on('open', () => events.opened());
    socket.on('message', (data) => events.received(JSON.parse(String(data)) as TrustedFrame));
    socket.on('error', () => undefined);
    socket.on('close', (code) => events.closed(code === 4401 ? 'refused' : 'lost'));
    return { send: (frame) => socket.send(JSON.stringify(frame)), close: () => socket.close() };
  };
  const client = createSessionClient(connector, { retryAfter: () => 50 });
  return {
    child,
    output: () => output,
    origin,
    secret,
    client,
    ask: (name, given) => client.call(name, given),
    async call(name, given) {
      const answer = await client.call(name, given);
      if (answer.ok) return answer.value;
      throw new Error(`${name}: ${JSON.stringify(answer.error)}\n${output}`);
    },
    until: (topic, params, fits) =>
      new Promise((resolve) => {
        const end = client.subscribe(topic, params, {
          event(event) {
            if (!fits(event)) return;
            resolve(event);
            setImmediate(() => end());
          },
        });
      }),
    breakConnection: () => sockets.at(-1)?.terminate(),
    get: (path) => fetch(`${origin}${path}`),
    async stop(signal) {
      const exit = once(child, 'exit') as Promise<[number | null]>;
      // Windows has no signal that asks a program to end, but Ctrl+C.
      child.kill(signal === 'SIGTERM' && isWindowsNode ? 'SIGINT' : signal);
      return (await exit)[0];
    },
    close() {
      client.close();
      child.kill('SIGKILL');
    },
  };
}
