import { MessageChannel } from 'node:worker_threads';
import { createHost, type Host } from '../../electron/host/serving/host.ts';
import { createBridge } from '../../electron/shell/bridge.ts';
import { startShell } from '../../electron/shell/shell.ts';
import { bridgeConnector } from '../../renderer/client/bridge.ts';
import { createSessionClient } from '../../renderer/client/session-client.ts';
import type { Result } from '../../shared/contract/errors.ts';
import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';
import { createFakeElectron } from '../electron/shell/fake-electron.ts';

/** The desktop application, with its real shell and host, and its window. Only Electron is played. */
export interface DesktopStudio {
  ask<N extends CallName>(name: N, args: CallArgs<N>): Promise<Result<CallValue<N>>>;
  /** Loads a path, as the scheme of the window serves it. */
  get(path: string): Promise<Response>;
  /** What went wrong and was no answer to anybody. Every answer is checked against the contract. */
  faults: readonly unknown[];
  /** Quits, and waits until everything is written. */
  close(): Promise<void>;
}

/** Starts it, with a window whose frames are cloned and take their time on the way, as those of Electron are. */
export async function startDesktopStudio(dataDir: string): Promise<DesktopStudio> {
  const fake = createFakeElectron();
  const faults: unknown[] = [];
  const onFault = (what: string, error: unknown): void => void faults.push([what, error]);
  let closing: Promise<void> = Promise.resolve();
  let quit: () => void = () => undefined;
  await startShell({
    electron: fake.electron,
    async createHost(options): Promise<Host> {
      const host = await createHost({ ...options, checkAnswers: true });
      return { ...host, close: () => (closing = host.close()) };
    },
    args: ['--data-dir', dataDir],
    env: {},
    platform: 'linux',
    isSuperuser: true,
    folder: '/nowhere',
    preload: '/nowhere/preload.cjs',
    resources: '/nowhere/resources',
    changedFiles: () => [],
    onShown: () => undefined,
    onSignal: (end) => (quit = end),
    onFault,
  });
  const [window] = fake.windows;
  if (window === undefined) throw new Error(`The window did not open: ${fake.calls.join(', ')}`);

  const { port1: page, port2: main } = new MessageChannel();
  const listeners = new Map<string, (event: never, ...args: unknown[]) => void>();
  page.on('message', ([channel, ...args]: [string, ...unknown[]]) => {
    listeners.get(channel)?.({} as never, ...args);
  });
  main.on('message', ([channel, ...args]: [string, ...unknown[]]) => {
    fake.send(channel, { sender: window.contents, senderFrame: window.mainFrame }, ...args);
  });
  window.onSent((...args) => main.postMessage(args));
  const bridge = createBridge({
    ipc: {
      invoke: () => Promise.reject(new Error('This window chooses no path.')),
      on: (channel, listener) => void listeners.set(channel, listener) as never,
      send: (...args) => page.postMessage(args),
    },
    document: 'page',
    show: () => undefined,
  });
  const client = createSessionClient(bridgeConnector(bridge));

  return {
    ask: (name, args) => client.call(name, args),
    get: async (path) => {
      const answer = fake.set.serve?.(new Request(`app://bundle${path}`));
      if (answer === undefined) throw new Error('The window has no scheme.');
      return answer;
    },
    faults,
    async close() {
      client.close();
      quit();
      await closing;
      page.close();
    },
  };
}
