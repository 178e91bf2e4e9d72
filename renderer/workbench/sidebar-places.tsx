import { useKeysOf } from '../ui/ui-context.ts';
import { ariaKeys } from '../ui/keys.ts';
import { href, useLocation } from '../navigation/router.ts';
import { sidebarPlaces } from './features.ts';
import type { SidebarPlace } from '../contributions/feature.ts';

/** Places of the window that are about no single spider, above the spiders. */
export function SidebarPlaces() {
  if (sidebarPlaces.length === 0) return null;
  return (
    <ul className="wb-places" aria-label="Places">
      {sidebarPlaces.map((place) => (
        <li key={place.segment}>
          <Place {...place} />
        </li>
      ))}
    </ul>
  );
}

function Place({ segment, title, icon: Icon, command, badge: Count }: SidebarPlace) {
  const [first] = useLocation().segments;
  const keys = useKeysOf(command);
  return (
    <a
      className="wb-tree-spider"
      href={href([segment])}
      aria-current={first === segment ? 'page' : undefined}
      aria-keyshortcuts={keys === null ? undefined : ariaKeys(keys)}
    >
      <span className="wb-tree-icon">
        <Icon size={15} aria-hidden />
      </span>
      <span className="ellipsis">{title}</span>
      {Count !== undefined && (
        <span className="wb-tree-detail">
          <Count />
        </span>
      )}
    </a>
  );
}
