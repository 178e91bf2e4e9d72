import { useEffect, useEffectEvent, useState } from 'react';
import type { TopicEvent, TopicName, TopicParams } from '../../shared/contract/index.ts';
import { getClient } from './client.ts';
import { keyOf } from './query.ts';

/** Follows a topic while the component is shown. `params` null: not yet. */
export function useTopic<T extends TopicName>(
  topic: T,
  params: TopicParams<T> | null,
  onEvent: (event: TopicEvent<T>) => void,
  onMissed?: () => void,
): void {
  const key = params === null ? null : keyOf(topic, params);
  const hear = useEffectEvent(onEvent);
  const miss = useEffectEvent(() => onMissed?.());
  const follow = useEffectEvent(() =>
    params === null
      ? undefined
      : getClient().subscribe(topic, params, { event: (event) => hear(event), missed: () => miss() }),
  );
  // The parameters are compared by content, because the objects may be new in every render.
  useEffect(() => follow(), [topic, key]);
}

/** The newest event of a topic of the kind `state`; null before the first. */
export function useTopicState<T extends TopicName>(
  topic: T,
  params: TopicParams<T> | null,
): TopicEvent<T> | null {
  const key = params === null ? null : keyOf(topic, params);
  const [state, setState] = useState<{ key: string | null; event: TopicEvent<T> } | null>(null);
  useTopic(topic, params, (event) => setState({ key, event }));
  return state !== null && state.key === key ? state.event : null;
}
