import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { counted } from '../../ui/format.ts';

/** How many imported spiders have newer versions, as far as is known without asking a registry. */
export function UpdatesBadge() {
  const found = useCall('library.updates', { project: null, refresh: false }).value;
  const newer = found?.spiders.filter(({ isNewer }) => isNewer).length ?? 0;
  if (newer === 0) return null;
  return (
    <Badge tone="accent" title={`${counted(newer, 'spider')} with a newer version`}>
      {newer}
    </Badge>
  );
}
