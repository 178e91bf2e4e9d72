import { Badge } from '../../ui/badge.tsx';
import { useApiState } from './use-api-state.ts';

/** Whether programs are answered, beside the name of the screen. */
export function ServedBadge() {
  const { value } = useApiState();
  if (value === null || value.origin === null) return null;
  return (
    <Badge tone="success" title={`Programs are answered at ${value.origin}`}>
      on
    </Badge>
  );
}
