import { BroadcastChannel, threadId } from 'node:worker_threads';
import { SystemRoutes, type AskSystem, type SystemRoutesOptions } from '../../fetch/system-routes.ts';
import { environment } from '../../system/environment.ts';
import { environmentRoute, pacRoutes } from '../../system/proxy.ts';
import { readProxyFile } from '../data/proxy-file.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Folder = Pick<Workspace, 'dataDir'>;

/** Resolves the proxy for a URL in the format of PAC scripts, for example `PROXY a:3128; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

/**
 * Opens the proxies of the system. @returns null: the person has not enabled them, which is the default
 * @param channel of `answerForProxies`; null: environment variables are used
 * @throws HostError `damaged-proxies`
 */
export function openSystemRoutes(
  { dataDir }: Folder,
  channel: string | null,
  onUse: NonNullable<SystemRoutesOptions['onUse']>,
): SystemRoutes | null {
  if (!readProxyFile(dataDir).system) return null;
  const ask: AskSystem =
    channel === null ? async (url) => [environmentRoute(environment, url)] : askOver(channel);
  return new SystemRoutes({ ask, onUse });
}

/** Message at the first use of a system proxy. */
export function systemProxyUsed({ proxy, from }: { proxy: string; from: string }): string {
  return `Sites are reached by the proxy ${proxy}, as ${from} has it.`;
}

type Message =
  | { kind: 'question'; id: string; url: string }
  | { kind: 'answer'; id: string; answer: string }
  | { kind: 'failed'; id: string; reason: string };

let lastId = 0;

/** An id that is unique in this process. */
function newId(): string {
  lastId += 1;
  return `${threadId}.${lastId}`;
}

/** Both ends belong to this program, so messages have the expected type. */
function hear(channel: BroadcastChannel, listener: (message: Message) => void): void {
  channel.addEventListener('message', (event) => {
    if (event instanceof MessageEvent) listener(event.data);
  });
}

/** Answers proxy questions from all threads of this process. @returns the name of the channel to ask over */
export function answerForProxies(resolve: ResolveProxy): { channel: string; close(): void } {
  const name = `system-proxy ${newId()}`;
  const channel = new BroadcastChannel(name);
  hear(channel, (message) => void answer(message));
  channel.unref();

  async function answer(message: Message): Promise<void> {
    if (message.kind !== 'question') return;
    const { id, url } = message;
    let reply: Message;
    try {
      reply = { kind: 'answer', id, answer: await resolve(url) };
    } catch (error) {
      reply = { kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) };
    }
    channel.postMessage(reply);
  }

  return { channel: name, close: () => channel.close() };
}

function askOver(name: string): AskSystem {
  const channel = new BroadcastChannel(name);
  const waiting = new Map<string, (reply: Message) => void>();
  hear(channel, (message) => {
    if (message.kind === 'question') return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  channel.unref();
  return async (url) => {
    const id = newId();
    const reply = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      channel.postMessage({ kind: 'question', id, url: url.href } satisfies Message);
    });
    if (reply.kind === 'failed') throw new Error(reply.reason);
    return reply.kind === 'answer' ? pacRoutes(reply.answer) : [];
  };
}
