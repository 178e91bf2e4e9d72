import type { AnswerWindow } from '../../engine/limits.ts';
import type { LocalMember } from './local-run.ts';
import type { ToldMember } from './member.ts';
import type { MemberState, SentPorts } from './member-state.ts';
import { Wire, type Channel, type Doings } from './wire.ts';

export interface ServedMember {
  /** The ports of the run; the session gets a ledger of its own in place of that of the run. */
  ports: SentPorts;
  member: LocalMember;
  /** What else the session may tell or ask. */
  doings?: Doings;
  /** Called when the session has left, or is gone and what it had in hand is queued again. */
  onGone: () => void;
  onError: (error: unknown) => void;
}

/**
 * Lets a session in another process take part in a run of this one.
 * @returns a function that cuts it off
 */
export function serveMember(channel: Channel, served: ServedMember): () => void {
  const { member, ports, doings = {}, onGone, onError } = served;
  const { share } = member;
  let windows: readonly AnswerWindow[] = [];
  let sent: MemberState | null = null;
  let isSending = false;

  /** Whatever it is told, it knows first how the run stands. */
  function sendState(): void {
    if (isSending) return;
    const { leads, verdict, isDismissed, proposed } = share;
    const isStopped = share.stop.aborted;
    const state = { leads, verdict, isDismissed, proposed, isStopped, windows, spentMs: share.spentMs() };
    if (sent !== null && isSame(sent, state)) return;
    sent = state;
    isSending = true;
    wire.tell('state', state);
    isSending = false;
  }

  const told: ToldMember = {
    came: (grant) => wire.tell('came', grant),
    letGo: (host) => wire.tell('letGo', host),
    lost: (host) => wire.tell('lost', host),
    lend: (origin) => wire.ask('lend', origin).catch(() => null),
    lent: (host, restMs) => wire.tell('lent', host, restMs),
    recall: (kind, purpose) => wire.ask('recall', kind, purpose).catch(() => 0),
    changed: () => wire.tell('changed'),
  };
  const shared: Doings = {
    open: () => member.open(told),
    released: (...args: Parameters<typeof share.released>) => share.released(...args),
    rests: (host: string, restMs: number) => share.rests(host, restMs),
    drained: (host: string) => share.drained(host),
    borrow: (turn: Parameters<typeof share.borrow>[0]) => share.borrow(turn),
    borrowed: (host: string, restMs: number) => share.borrowed(host, restMs),
    reserve: (...args: Parameters<typeof share.reserve>) => share.reserve(...args),
    giveBack: (...args: Parameters<typeof share.giveBack>) => share.giveBack(...args),
    counted: () => share.counted(),
    answers(window: AnswerWindow) {
      const others = share.answers(window);
      if (others.every((one, n) => isSameWindow(one, windows[n])) && others.length === windows.length) return;
      windows = others;
      wire.tell('changed');
    },
    recordOnce: (events: Parameters<typeof share.recordOnce>[0]) => share.recordOnce(events),
    isIdle: (filesOnly: boolean) => share.isIdle(filesOnly),
    standstill: () => share.standstill(),
    waitingSeeds: () => share.waitingSeeds(),
    foundSitemaps: (after: number) => share.foundSitemaps(after),
    conclude: (verdict: Parameters<typeof share.conclude>[0]) => share.conclude(verdict),
    othersLeft: () => share.othersLeft(),
    found: (sitemaps: Parameters<typeof share.found>[0]) => share.found(sitemaps),
    propose: (end: Parameters<typeof share.propose>[0]) => share.propose(end),
    leave: (...args: Parameters<typeof share.leave>) => share.leave(...args),
  };
  const { control, routes, cache, measured } = ports;
  const wire: Wire = new Wire(channel, {
    doings: {
      ...doings,
      ...shared,
      ...doingsOf('ledger', member.ledger),
      ...doingsOf('control', control),
      ...doingsOf('routes', routes),
      ...doingsOf('cache', cache),
      ...doingsOf('measured', measured),
    },
    beforeSending: sendState,
    onClose: () => void member.die().catch(onError).finally(onGone),
  });
  return () => wire.close();
}

/** The methods of a port, each under the name of the port and its own. */
function doingsOf(name: string, port: object): Doings {
  const methods = Object.entries(port).filter((entry): entry is [string, Doings[string]] => {
    return typeof entry[1] === 'function';
  });
  return Object.fromEntries(
    methods.map(([method, work]) => [`${name}.${method}`, (...args) => Reflect.apply(work, port, args)]),
  );
}

const isSameWindow = (one: AnswerWindow, other: AnswerWindow | undefined): boolean =>
  one.refused === other?.refused && one.of === other.of;

/** Whether a session knows how the run stands. The time goes on by itself. */
function isSame(known: MemberState, state: MemberState): boolean {
  return (
    known.leads === state.leads &&
    known.verdict === state.verdict &&
    known.isDismissed === state.isDismissed &&
    known.proposed === state.proposed &&
    known.isStopped === state.isStopped &&
    known.windows === state.windows
  );
}
