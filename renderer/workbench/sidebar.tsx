import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import {
  BookOpen,
  ChevronRight,
  FileUp,
  PanelLeft,
  Plus,
  Settings,
  SunMoon,
  Keyboard,
  FolderPlus,
} from 'lucide-react';
import type { SpiderSummary } from '../../shared/contract/types.ts';
import { runCommand, useCommands } from '../commands/registry.ts';
import { setPreferences, usePreference } from '../state/preferences.ts';
import { useCall } from '../state/query.ts';
import { IconButton } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { ContextMenu, Menu } from '../ui/menu.tsx';
import { Skeleton } from '../ui/progress.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { showShortcuts, toggleSidebar } from './frame-state.ts';
import { href, navigate, useLocation } from '../navigation/router.ts';
import { SidebarPlaces } from './sidebar-places.tsx';
import { SpiderRow } from './sidebar-row.tsx';
import { projectMenu } from './features.ts';
import './sidebar.css';

/** Projects and their spiders. */
export function Sidebar() {
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement | null>(null);
  useCommands([
    {
      id: 'sidebar.search',
      title: 'Search the spiders',
      category: 'Spiders',
      keys: ['Mod+Shift+F'],
      run: () => field.current?.select(),
    },
  ]);
  return (
    <nav className="wb-sidebar" aria-label="Spiders" data-pane="sidebar">
      <div className="wb-sidebar-head">
        <a className="wb-brand grow" href="#/welcome">
          <img src="./icon.svg" width={18} height={18} alt="" />
          <span className="ellipsis">Spider Studio</span>
        </a>
        <Menu
          align="end"
          entries={[
            { label: 'New spider', icon: Plus, command: 'spider.new' },
            { label: 'Import a spider', icon: FileUp, command: 'spider.import' },
            { kind: 'separator' },
            { label: 'New project', icon: FolderPlus, command: 'project.new' },
          ]}
        >
          <IconButton label="New" icon={Plus} size="small" />
        </Menu>
        <IconButton
          label="Hide the sidebar"
          icon={PanelLeft}
          size="small"
          command="window.sidebar"
          onClick={toggleSidebar}
        />
      </div>
      <div className="wb-sidebar-search">
        <SearchField
          ref={field}
          label="Search the spiders"
          placeholder="Search"
          command="sidebar.search"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            const first = document.querySelector<HTMLElement>('.wb-tree .wb-tree-spider');
            if (first === null) return;
            event.preventDefault();
            if (event.key === 'Enter') first.click();
            first.focus();
          }}
        />
      </div>
      {search === '' && <SidebarPlaces at="above" />}
      <SpiderTree search={search} />
      {search === '' && <SidebarPlaces at="below" />}
      <div className="wb-sidebar-foot">
        <IconButton
          label="Settings"
          icon={Settings}
          command="window.settings"
          onClick={() => navigate(['settings'])}
        />
        <IconButton
          label="Guide"
          icon={BookOpen}
          command="guide.show"
          onClick={() => runCommand('guide.show')}
        />
        <IconButton
          label="Keyboard shortcuts"
          icon={Keyboard}
          command="window.shortcuts"
          onClick={() => showShortcuts(true)}
        />
        <IconButton
          label="Change the theme"
          icon={SunMoon}
          command="window.theme"
          onClick={() => runCommand('window.theme')}
        />
      </div>
    </nav>
  );
}

/** The spider that is shown, itself or by a run of it; null: none. */
function useShownSpider(): { project: string; spider: string } | null {
  const [kind, first = '', second = ''] = useLocation().segments;
  const { value: run } = useCall('runs.get', kind === 'run' ? { run: first } : null);
  return kind === 'spider' ? { project: first, spider: second } : run;
}

function fits(spider: SpiderSummary, search: string): boolean {
  const text = [spider.name, spider.description ?? '', ...spider.tags].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

/** Up and Down go along the rows that are shown, Left and Right fold and unfold a project. */
function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const row = rows[at];
  if (row === undefined) return;
  const fold = () => row.parentElement?.querySelector('button')?.click();
  const open = row.getAttribute('aria-expanded');
  let next: HTMLElement | undefined;
  if (event.key === 'ArrowDown') next = rows[at + 1];
  else if (event.key === 'ArrowUp') next = rows[at - 1];
  else if (event.key === 'Home') next = rows[0];
  else if (event.key === 'End') next = rows.at(-1);
  else if (event.key === 'ArrowRight' && open === 'false') fold();
  else if (event.key === 'ArrowLeft' && open === 'true') fold();
  else if (event.key === 'ArrowLeft')
    next = rows.slice(0, at).findLast((each) => each.matches('[aria-expanded]'));
  else return;
  event.preventDefault();
  next?.focus();
}

function SpiderTree({ search }: { search: string }) {
  const projects = useCall('projects.list', {});
  const spiders = useCall('spiders.list', {});
  const shownSpider = useShownSpider();
  const [kind, shownProject] = useLocation().segments;
  const closed = usePreference((preferences) => preferences.choices['sidebar.closed']);
  const closedProjects = useMemo(() => (Array.isArray(closed) ? closed : []), [closed]);
  if (spiders.error !== null && spiders.value === null) {
    return (
      <ErrorState title="The spiders could not be loaded" error={spiders.error} onRetry={spiders.refresh} />
    );
  }
  if (spiders.value === null || projects.value === null) {
    return (
      <div className="wb-tree" aria-busy="true">
        {['55%', '70%', '45%'].map((width) => (
          <div className="wb-tree-spider" key={width}>
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    );
  }
  const shown = spiders.value.filter((spider) => fits(spider, search));
  const toggle = (name: string) => {
    const next = closedProjects.includes(name)
      ? closedProjects.filter((each) => each !== name)
      : [...closedProjects, name];
    void setPreferences({ choices: { 'sidebar.closed': next } });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move along the links and buttons inside
    <div className="wb-tree" onKeyDown={moveInTree}>
      {projects.value.map(({ name }) => {
        const own = shown.filter((spider) => spider.project === name);
        const open = search !== '' || !closedProjects.includes(name);
        if (search !== '' && own.length === 0) return null;
        return (
          <section key={name} aria-label={`Project ${name}`}>
            <ContextMenu entries={projectMenu(name)}>
              <div className="wb-tree-project">
                <button
                  type="button"
                  className="wb-tree-fold"
                  tabIndex={-1}
                  aria-label={`${open ? 'Fold' : 'Unfold'} ${name}`}
                  onClick={() => toggle(name)}
                >
                  <ChevronRight size={12} aria-hidden />
                </button>
                <a
                  className="ellipsis grow"
                  href={href(['project', name])}
                  aria-expanded={open}
                  aria-current={kind === 'project' && shownProject === name ? 'page' : undefined}
                  title={`The page of the project ${name}`}
                >
                  {name}
                </a>
              </div>
            </ContextMenu>
            {open && (
              <ul>
                {own.map((spider) => (
                  <SpiderRow
                    key={spider.name}
                    spider={spider}
                    current={shownSpider?.project === name && shownSpider.spider === spider.name}
                  />
                ))}
                {own.length === 0 && (
                  <li>
                    <button
                      type="button"
                      className="wb-tree-spider subtle small"
                      onClick={() => runCommand('spider.new')}
                    >
                      No spider yet. Make one
                    </button>
                  </li>
                )}
              </ul>
            )}
          </section>
        );
      })}
      {search !== '' && shown.length === 0 && (
        <p className="wb-tree-spider subtle small">No matching spiders.</p>
      )}
    </div>
  );
}
