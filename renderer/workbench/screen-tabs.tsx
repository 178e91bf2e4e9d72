import type { ReactNode } from 'react';
import { onMac } from '../ui/keys.ts';
import { useCommands } from '../commands/registry.ts';
import { classes } from '../ui/classes.ts';
import type { Route, RouteParams } from '../contributions/feature.ts';
import { href, navigate } from '../navigation/router.ts';
import { tabSegments } from './routes.ts';
import './frame.css';

interface ScreenTabsProps {
  label: string;
  category: string;
  routes: readonly Route[];
  current: Route;
  params: RouteParams;
  titleOf: (route: Route) => string;
  /** What stands beside the title of a part. */
  badgeOf?: (route: Route) => ReactNode;
}

/** The parts of a spider's or run's screen as links; Alt+1 to Alt+9 go to them. */
export function ScreenTabs({ label, category, routes, current, params, titleOf, badgeOf }: ScreenTabsProps) {
  useCommands(
    routes.map((route, index) => ({
      id: `screen.tab-${index + 1}`,
      title: `Show ${titleOf(route)}`,
      category,
      keys: index < 9 ? [onMac(`Ctrl+${index + 1}`, `Alt+${index + 1}`)] : [],
      run: () => navigate(tabSegments(route, params)),
    })),
  );
  return (
    <nav className="wb-screen-tabs" aria-label={label}>
      {routes.map((route) => (
        <a
          key={route.path}
          href={href(tabSegments(route, params))}
          aria-current={route === current ? 'page' : undefined}
          className={classes('wb-screen-tab', route === current && 'wb-screen-tab-current')}
        >
          {titleOf(route)}
          {badgeOf?.(route)}
        </a>
      ))}
    </nav>
  );
}
