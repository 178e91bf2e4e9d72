import { useState } from 'react';
import type { SettingsSection } from '../contributions/feature.ts';
import { classes } from '../ui/classes.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { score } from './palette.tsx';
import { href, useLocation } from '../navigation/router.ts';
import { settingsSections } from './settings-sections.ts';
import './settings-frame.css';

/** The settings: sections of the features on the left, the chosen one on the right. */
export function SettingsFrame() {
  const { query } = useLocation();
  const [search, setSearch] = useState('');
  const sections = settingsSections();
  const shown = sections.filter(({ title, keywords = [] }) => score('', search, [title, ...keywords]) > 0);
  const chosen =
    shown.find((section) => search === '' && section.id === query.get('section')) ?? shown[0] ?? sections[0];
  if (chosen === undefined) return null;
  const Section = chosen.screen;
  return (
    <div className="settings">
      <nav className="settings-nav" aria-label="Sections of the settings">
        <SearchField label="Search the settings" placeholder="Search" value={search} onChange={setSearch} />
        <ul>
          {shown.map((section) => (
            <li key={section.id}>
              <SectionLink section={section} isChosen={section.id === chosen.id} onGo={() => setSearch('')} />
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="subtle small">No matching settings.</p>}
      </nav>
      <div className="settings-body">
        <div className="settings-section">
          <h1>{chosen.title}</h1>
          <ErrorBoundary name={chosen.title} resetKey={chosen.id}>
            <Section />
          </ErrorBoundary>
        </div>
      </div>
    </div>
  );
}

interface SectionLinkProps {
  section: SettingsSection;
  isChosen: boolean;
  onGo: () => void;
}

const useNever = (): boolean => false;

function SectionLink({
  section: { id, title, icon: Icon, useIsEdited = useNever },
  isChosen,
  onGo,
}: SectionLinkProps) {
  const isEdited = useIsEdited();
  return (
    <a
      href={href(['settings'], { section: id })}
      aria-current={isChosen ? 'page' : undefined}
      className={classes('settings-link', isChosen && 'settings-link-current')}
      onClick={onGo}
    >
      <Icon size={14} aria-hidden />
      {title}
      {isEdited && <span className="wb-tree-draft" role="img" aria-label="unsaved edits" />}
    </a>
  );
}
