import type { Clock } from '../../engine/clock.ts';
import type { AnswerWindow } from '../../engine/limits.ts';
import { LeaseLostError } from '../../engine/ports/lease.ts';
import type {
  BudgetKind,
  BudgetPurpose,
  HostGrant,
  RunShare,
  ShareMember,
} from '../../engine/ports/run-share.ts';
import type { MemberState, SentPorts } from './member-state.ts';
import { Wire, type Channel } from './wire.ts';

/** What a session has of a run that another process has. */
export interface RemoteMember {
  share: RunShare;
  ports: SentPorts;
  /** Asks the process of the run for what it offers besides; see `ServedMember.doings`. */
  ask(what: string, ...args: unknown[]): Promise<never>;
  close(): void;
}

/**
 * Takes part in a run that the process at the other end of a channel has.
 * @param onClose called when that process is gone
 */
export function joinRun(channel: Channel, clock: Pick<Clock, 'now'>, onClose: () => void): RemoteMember {
  const stop = new AbortController();
  let told: AnswerWindow = { refused: 0, of: 0 };
  let member: ShareMember | null = null;
  let toldAt = clock.now();
  let state: MemberState = {
    leads: false,
    verdict: null,
    isDismissed: false,
    proposed: null,
    isStopped: false,
    windows: [],
    spentMs: 0,
  };
  const wire = new Wire(channel, {
    doings: {
      state(now: MemberState) {
        state = now;
        toldAt = clock.now();
        if (now.isStopped) stop.abort();
      },
      came: (grant: HostGrant) => member?.came(grant),
      letGo: (host: string) => member?.letGo(host),
      lost: (host: string) => member?.lost(host),
      lend: (origin: string) => member?.lend(origin) ?? null,
      lent: (host: string, restMs: number) => member?.lent(host, restMs),
      recall: (kind: BudgetKind, purpose: BudgetPurpose) => member?.recall(kind, purpose) ?? 0,
      changed: () => member?.changed(),
    },
    onClose,
    errorOf: (name, message) =>
      name === 'LeaseLostError' ? new LeaseLostError('that another process has') : new Error(message),
  });
  const share: RunShare = {
    async open(own) {
      member = own;
      await wire.ask('open');
    },
    get leads() {
      return state.leads;
    },
    get verdict() {
      return state.verdict;
    },
    get isDismissed() {
      return state.isDismissed;
    },
    get proposed() {
      return state.proposed;
    },
    stop: stop.signal,
    released: (host, restMs) => wire.tell('released', host, restMs),
    // Who has died is known by its process, and one that is stopped keeps its hosts.
    holds: () => true,
    rests: (host, restMs) => wire.tell('rests', host, restMs),
    drained: (host) => wire.tell('drained', host),
    borrow: (turn) => wire.ask('borrow', turn),
    borrowed: (host, restMs) => wire.tell('borrowed', host, restMs),
    spentMs: () => state.spentMs + clock.now() - toldAt,
    reserve: (kind, wanted, purpose) => wire.ask('reserve', kind, wanted, purpose),
    giveBack: (kind, count) => wire.tell('giveBack', kind, count),
    counted: () => wire.ask('counted'),
    answers(window) {
      if (window.of !== told.of || window.refused !== told.refused) wire.tell('answers', window);
      told = window;
      return state.windows;
    },
    recordOnce: (events) => wire.ask('recordOnce', events),
    isIdle: (filesOnly) => wire.ask('isIdle', filesOnly),
    standstill: () => wire.ask('standstill'),
    waitingSeeds: () => wire.ask('waitingSeeds'),
    foundSitemaps: (after) => wire.ask('foundSitemaps', after),
    conclude: (verdict) => wire.ask('conclude', verdict),
    othersLeft: () => wire.ask('othersLeft'),
    found: (sitemaps) => wire.ask('found', sitemaps),
    propose: (end) => wire.tell('propose', end),
    leave: (end, owed) => wire.ask('leave', end, owed),
  };
  return {
    share,
    ports: sentPorts(wire),
    ask: (what, ...args) => wire.ask(what, ...args),
    close: () => wire.close(),
  };
}

/** The ports of the run, whose calls go to its process. */
function sentPorts(wire: Wire): SentPorts {
  const call =
    (what: string) =>
    (...args: unknown[]): Promise<never> =>
      wire.ask(what, ...args);
  return {
    ledger: {
      leaseMs: Infinity,
      admit: call('ledger.admit'),
      lastSeed: call('ledger.lastSeed'),
      boundDelays: call('ledger.boundDelays'),
      origins: call('ledger.origins'),
      claim: call('ledger.claim'),
      renew: call('ledger.renew'),
      suspects: call('ledger.suspects'),
      claimAlone: call('ledger.claimAlone'),
      takeRedirect: call('ledger.takeRedirect'),
      alreadyExtracted: call('ledger.alreadyExtracted'),
      storedPage: call('ledger.storedPage'),
      keepChunk: call('ledger.keepChunk'),
      complete: call('ledger.complete'),
      fail: call('ledger.fail'),
      skip: call('ledger.skip'),
      retry: call('ledger.retry'),
      release: call('ledger.release'),
      record: call('ledger.record'),
      barrenPages: call('ledger.barrenPages'),
      keepBarrenPages: call('ledger.keepBarrenPages'),
      counters: call('ledger.counters'),
      flush: call('ledger.flush'),
    },
    control: {
      begin: call('control.begin'),
      requested: call('control.requested'),
      exclusions: call('control.exclusions'),
      beat: call('control.beat'),
      waiting: call('control.waiting'),
      pausing: call('control.pausing'),
      end: call('control.end'),
      progress: call('control.progress'),
      summary: call('control.summary'),
    },
    routes: { load: call('routes.load'), keep: call('routes.keep') },
    cache: { get: call('cache.get'), put: call('cache.put'), remove: call('cache.remove') },
    measured: { items: call('measured.items'), load: call('measured.load'), keep: call('measured.keep') },
  };
}
