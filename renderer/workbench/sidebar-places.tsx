import { classes } from '../ui/classes.ts';
import { useKeysOf } from '../ui/ui-context.ts';
import { ariaKeys } from '../ui/keys.ts';
import { href, useLocation } from '../navigation/router.ts';
import { sidebarPlaces } from './features.ts';
import type { SidebarPlace } from '../contributions/feature.ts';

const names = { above: 'Places', below: 'Workspace' } as const;

/** Screens that are about no single spider, above the spiders or below them. */
export function SidebarPlaces({ at }: Pick<SidebarPlace, 'at'>) {
  const places = sidebarPlaces.filter((place) => place.at === at);
  if (places.length === 0) return null;
  return (
    <ul className={classes('wb-places', `wb-places-${at}`)} aria-label={names[at]}>
      {places.map((place) => (
        <Place key={place.segment} {...place} />
      ))}
    </ul>
  );
}

const useAlways = (): boolean => true;

function Place({ useIsShown = useAlways, ...place }: SidebarPlace) {
  if (!useIsShown()) return null;
  return (
    <li>
      <PlaceLink {...place} />
    </li>
  );
}

function PlaceLink({ segment, title, icon: Icon, command, badge: Count }: Omit<SidebarPlace, 'useIsShown'>) {
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
