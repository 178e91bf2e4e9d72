import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection, ConnectionOptions } from '../../../electron/host/serving/gateway.ts';
import type { Host, HostOptions } from '../../../electron/host/serving/host.ts';
import { startShell } from '../../../electron/shell/shell.ts';
import { createFakeElectron, strict, type BeforeReady } from './fake-electron.ts';

/** A connection that the shell has opened to the host. */
export interface Line extends ConnectionOptions {
  received: unknown[];
  isClosed: boolean;
}

/** Lets what was begun go on. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** The shell, started on a fake of Electron and a host that answers nothing but preferences. */
export async function start({
  args = [],
  runs = [],
  platform = 'linux',
  failure = null,
  hasLock = true,
  choices = {},
  theme = 'system',
  changedFiles = [],
  isSuperuser = false,
  hasNotifications = true,
  beforeReady,
}: {
  args?: string[];
  runs?: string[];
  platform?: NodeJS.Platform;
  failure?: Error | null;
  hasLock?: boolean;
  choices?: object;
  theme?: Host['theme'];
  changedFiles?: string[];
  isSuperuser?: boolean;
  hasNotifications?: boolean;
  beforeReady?: BeforeReady;
} = {}) {
  const fake = createFakeElectron({
    hasLock,
    hasNotifications,
    platform,
    ...(beforeReady && { beforeReady }),
  });
  const lines: Line[] = [];
  const patches: unknown[] = [];
  let closed = 0;
  let paused = 0;
  let shown = 0;
  let end: () => void = () => undefined;
  let tellPreferences: (event: unknown) => void = () => undefined;
  const faults: unknown[] = [];
  let resolve: HostOptions['resolveProxy'];
  let showNotice: HostOptions['showNotice'];
  let tellRuns: () => void = () => undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-shell-'));
  const host = strict('host', {
    gateway: {
      connect(options: ConnectionOptions): Connection {
        const line: Line = { ...options, received: [], isClosed: false };
        lines.push(line);
        return {
          receive: (frame) => void line.received.push(frame),
          closed: () => void (line.isClosed = true),
        };
      },
    },
    dispatch(name: string, given: unknown) {
      if (name === 'app.setPreferences') patches.push(given);
      return Promise.resolve({ ok: true, value: { choices } });
    },
    resource: () => null,
    runs: () => runs,
    pauseRunsNow: () => void (paused += 1),
    theme,
    subscribe(topic: string, _params: object, { event }: { event: (event: unknown) => void }) {
      if (topic === 'preferences') tellPreferences = event;
      return () => undefined;
    },
    close() {
      closed += 1;
      return Promise.resolve();
    },
  }) as unknown as Host;
  await startShell({
    electron: fake.electron,
    async createHost({ onRuns, resolveProxy, ...given }) {
      if (failure !== null) throw failure;
      resolve = resolveProxy;
      showNotice = given.showNotice;
      tellRuns = onRuns ?? tellRuns;
      return host;
    },
    args: ['--data-dir', dataDir, ...args],
    env: {},
    platform,
    isSuperuser,
    changedFiles: () => changedFiles,
    onShown: () => void (shown += 1),
    folder: '/nowhere',
    preload: '/app/preload.cjs',
    resources: '/app/resources',
    onSignal: (given) => (end = given),
    onFault: (what, error) => void faults.push([what, error]),
  });
  const [first] = fake.windows;
  const speaker = (changes: object = {}) => ({
    sender: first?.contents,
    senderFrame: first?.mainFrame,
    ...changes,
  });
  return {
    ...fake,
    dataDir,
    lines,
    patches,
    speaker,
    signal: () => end(),
    /** The host asks by which proxy a URL is reached. */
    resolveProxy: (url: string) => resolve?.(url),
    /** The host has a notice to show. @returns whether the shell shows it */
    showNotice: (notice: Parameters<NonNullable<HostOptions['showNotice']>>[0]) => showNotice?.(notice),
    faults,
    setTheme: (now: unknown) => tellPreferences({ choices, theme: now }),
    /** Runs of the host begin or end. */
    setRuns(now: string[]) {
      runs.splice(0, runs.length, ...now);
      tellRuns();
    },
    closedHosts: () => closed,
    timesPaused: () => paused,
    timesShown: () => shown,
  };
}
