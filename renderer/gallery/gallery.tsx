import { useEffect, type ComponentType } from 'react';
import { listenForShortcuts } from '../commands/shortcuts.ts';
import { useAppearance } from '../state/appearance.ts';
import { setPreferences } from '../state/preferences.ts';
import { Questions } from '../workbench/questions.tsx';
import { Toasts } from '../workbench/toasts.tsx';
import { UiProvider } from '../workbench/ui-provider.tsx';
import { Button } from '../ui/button.tsx';
import { ControlsPart } from './controls-part.tsx';
import { DataPart } from './data-part.tsx';
import { EditorPart } from './editor-part.tsx';
import { TablePart } from './table-part.tsx';
import './gallery.css';

const parts: Readonly<Record<string, ComponentType>> = {
  controls: ControlsPart,
  data: DataPart,
  table: TablePart,
  editor: EditorPart,
};

/** The shared components as they are: `?part=controls`, `data`, `table`, `editor`. */
export function Gallery() {
  useAppearance();
  useEffect(() => listenForShortcuts(), []);
  const name = new URLSearchParams(window.location.search).get('part') ?? 'controls';
  const Part = parts[name] ?? ControlsPart;
  return (
    <UiProvider>
      <div className="gallery" data-app-state="loaded">
        <header>
          <h1>Components</h1>
          <nav aria-label="Parts">
            {Object.keys(parts).map((each) => (
              <a key={each} href={`?part=${each}`} aria-current={each === name ? 'page' : undefined}>
                {each}
              </a>
            ))}
          </nav>
          <span className="grow" />
          {(['light', 'dark'] as const).map((theme) => (
            <Button key={theme} size="small" onClick={() => void setPreferences({ theme })}>
              {theme}
            </Button>
          ))}
        </header>
        <main>
          <Part />
        </main>
        <Questions />
        <Toasts />
      </div>
    </UiProvider>
  );
}
