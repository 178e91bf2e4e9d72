import { Suspense, useEffect, useRef } from 'react';
import { Compass } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Pane, SplitPanes } from '../ui/split-panes.tsx';
import { Spinner } from '../ui/progress.tsx';
import { useSmallerThan } from '../ui/smaller-than.ts';
import { closeDrawer, setNarrow, useFrame } from './frame-state.ts';
import { visit } from '../navigation/open-tabs.ts';
import { navigate, useLocation } from '../navigation/router.ts';
import { findRoute, type FoundRoute } from './routes.ts';
import { RunFrame } from './run-frame.tsx';
import { Sidebar } from './sidebar.tsx';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { SpiderFrame } from './spider-frame.tsx';
import { StatusBar } from './status-bar.tsx';
import { TabStrip } from './tab-strip.tsx';
import './workbench.css';

/** Pixels of the window below which the sidebar is not beside the screen. */
const sidebarFrom = 880;

/** Sidebar, main area, status bar. */
export function Workbench() {
  const location = useLocation();
  const box = useRef<HTMLDivElement | null>(null);
  const narrow = useSmallerThan(box, sidebarFrom);
  const sidebar = useFrame((state) => state.sidebar) && !narrow;
  const found = findRoute(location.segments);
  const title = found?.title;
  useEffect(() => {
    if (location.path === '') navigate(['welcome'], { replace: true });
    else visit(location);
    closeDrawer();
  }, [location]);
  useEffect(() => setNarrow(narrow), [narrow]);
  useEffect(() => {
    document.title = title === undefined ? 'Spider Studio' : `${title} — Spider Studio`;
  }, [title]);
  return (
    <div className="wb" data-app-state="loaded" ref={box}>
      <SplitPanes name="workbench" className="wb-main">
        {sidebar && (
          <Pane id="sidebar" label="Sidebar" size={18} min={180} max={480}>
            <Sidebar />
          </Pane>
        )}
        <Pane id="main" label="Main" min={320}>
          <TabStrip />
          <main className="wb-screen" data-pane="main" key={location.segments.slice(0, 3).join('/')}>
            <Screen found={found} path={location.path} />
          </main>
        </Pane>
      </SplitPanes>
      <StatusBar />
      <SidebarDrawer />
    </div>
  );
}

function Screen({ found, path }: { found: FoundRoute | null; path: string }) {
  if (path === '') return null;
  if (found === null) {
    return (
      <EmptyState
        page
        icon={Compass}
        title="Page not found"
        actions={<Button onClick={() => navigate(['welcome'])}>Go to the welcome page</Button>}
        command="window.palette"
      >
        {`#/${path}`}
      </EmptyState>
    );
  }
  const { route, params } = found;
  const screen = (
    <ErrorBoundary name={found.title} resetKey={path}>
      <Suspense fallback={<ScreenLoading />}>
        <route.screen params={params} key={JSON.stringify(params)} />
      </Suspense>
    </ErrorBoundary>
  );
  if (route.spiderTab !== undefined) {
    return (
      <SpiderFrame project={params['project'] ?? ''} spider={params['spider'] ?? ''} current={route}>
        {screen}
      </SpiderFrame>
    );
  }
  if (route.runTab !== undefined) {
    return (
      <RunFrame run={params['run'] ?? ''} current={route}>
        {screen}
      </RunFrame>
    );
  }
  return screen;
}

const ScreenLoading = () => (
  <div className="wb-loading" role="status">
    <Spinner size={18} />
    <span className="visually-hidden">Loading</span>
  </div>
);
