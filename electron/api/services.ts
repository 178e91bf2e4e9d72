import type { Callers } from '../host/serving/callers.ts';
import type { TopicEvent, TopicName, TopicParams } from '../../shared/contract/index.ts';
import type { Resource } from '../host/serving/window-resources.ts';
import type { Dispatch } from '../host/serving/dispatcher.ts';
import type { Admission } from './admission.ts';
import type { SocketUpgrades } from './events/socket-upgrades.ts';
import type { Meter } from './metrics/meter.ts';
import type { Tokens } from './tokens/verify-token.ts';
import type { ApiLimits, Limiter, Strangers } from './limits.ts';

/** What the routes of the API work with. */
export interface ApiServices {
  readonly dispatch: Dispatch;
  /** Follows a topic. @returns what ends it */
  readonly follow: <T extends TopicName>(
    topic: T,
    params: TopicParams<T>,
    onEvent: (event: TopicEvent<T>) => void,
  ) => () => void;
  /** What is at a path that a call has given, such as a finished export; null: nothing. */
  readonly resource: (path: string) => Resource | null;
  readonly callers: Callers;
  /** Checks tokens of an issuer; null: none are taken. */
  readonly tokens: Tokens | null;
  readonly limiter: Limiter;
  /** Requests without a known key that are noted. */
  readonly strangers: Strangers;
  readonly limits: ApiLimits;
  readonly admission: Admission;
  readonly meter: Meter;
  readonly sockets: SocketUpgrades;
  /** Whether calls may reach private addresses. */
  readonly allowPrivate: boolean;
}
