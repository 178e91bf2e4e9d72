import { describe, expect, it } from 'vitest';
import { openRunNetwork, withHold } from '../../../../../electron/host/work/crawl/run-network.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import type { HttpClient } from '../../../../../electron/fetch/client.ts';
import type { FetchResult } from '../../../../../electron/fetch/types.ts';
import { newRun, scratchFolder } from '../../../store/support.ts';

const url = 'https://example.org/';
const page = {
  url,
  finalUrl: url,
  hops: [],
  status: 200,
  headers: {},
  body: new Uint8Array(),
  durationMs: 1,
};
const failure: FetchResult = {
  ok: false,
  problem: { code: 'dns', message: 'It was not found.', transient: true },
  hops: [],
};

describe('a run whose network goes away', () => {
  it('says so where it is looked at, and goes on when it is back', async () => {
    const workspace = openWorkspace(scratchFolder());
    const run = await newRun(workspace);
    const { control, ledger } = workspace.crawlPorts(run);
    await control.begin();
    const told: (string | null)[] = [];
    const asked: string[] = [];
    let isThere = false;
    let reconnects = 0;
    let back = (): void => undefined;
    const isBack = new Promise<void>((resolve) => {
      back = resolve;
    });
    const http: HttpClient = {
      cookies: null,
      async fetch(request, options) {
        asked.push(`${request.url} ${options?.proxy?.url ?? 'straight'}`);
        return isThere ? { ok: true, page } : failure;
      },
      stuck: () => null,
      reconnect: () => void (reconnects += 1),
      close: () => Promise.resolve(),
    };
    const hold = openRunNetwork({
      control,
      http,
      record: (events) => ledger.record(events),
      allowPrivate: false,
      stop: new AbortController().signal,
      onWaiting: (reason) => void told.push(reason),
      network: {
        hasRoute: () => Promise.resolve(isThere),
        reach: () => Promise.resolve('reached'),
        addresses: () => [],
      },
    });
    hold.whenOver(() => back());
    const held = withHold(http, hold, null);
    const proxy = { id: 'one', url: 'socks5://proxy.example:1080' };
    expect(await held.fetch({ url }, { proxy })).toMatchObject({ problem: { code: 'offline' } });
    // Nothing more is sent.
    expect(await held.fetch({ url })).toMatchObject({ problem: { code: 'offline' } });
    expect(asked).toEqual([`${url} ${proxy.url}`]);
    const reason = 'This computer has no network connection.';
    expect(await workspace.queries.runs.get(run)).toMatchObject({ state: 'running', reason });
    expect((await workspace.queries.runs.get(run)).waitingSince).not.toBeNull();
    isThere = true;
    await isBack;
    expect(await held.fetch({ url })).toEqual({ ok: true, page });
    expect(await workspace.queries.runs.get(run)).toMatchObject({ reason: null, waitingSince: null });
    expect((await workspace.queries.runs.get(run)).waitedMs).toBeGreaterThan(0);
    expect([told, reconnects]).toEqual([[reason, null], 1]);
    const kinds = await workspace.queries.events.list(run, { kinds: ['network'] });
    expect(kinds.map(({ message }) => message)).toEqual([
      `Waiting for the network. ${reason}`,
      expect.stringMatching(/^The network is back after .+; the run goes on\.$/),
    ]);
    hold.close();
    workspace.close();
  });
});
