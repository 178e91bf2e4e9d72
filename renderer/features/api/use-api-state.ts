import { useCall } from '../../state/query.ts';
import { useTopic } from '../../state/topics.ts';

/** Whether the API is served, where, and by whom. It is read again after every change. */
export function useApiState() {
  const state = useCall('api.state', {});
  const { refresh } = state;
  useTopic('api', {}, refresh, refresh);
  return state;
}
