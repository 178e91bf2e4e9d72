import type { Callers } from '../host/serving/callers.ts';
import type { TopicEvent, TopicName, TopicParams } from '../../shared/contract/index.ts';
import type { Resource } from '../host/serving/window-resources.ts';
import type { Dispatch } from '../host/serving/dispatcher.ts';
import type { Admission } from './admission.ts';
import type { ApiLimits, Limiter } from './limits.ts';

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
  readonly limiter: Limiter;
  readonly limits: ApiLimits;
  readonly admission: Admission;
  /** Whether calls may reach private addresses. */
  readonly allowPrivate: boolean;
}
