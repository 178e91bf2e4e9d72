import { useEffect, useEffectEvent, useRef } from 'react';
import type * as MonacoEditor from 'monaco-editor/editor';
import { Spinner } from '../progress.tsx';
import { useUi } from '../ui-context.ts';
import { sharedOptions, useEditorOptions } from './editor.tsx';
import { useMonaco } from './load.ts';
import { themeName } from './themes.ts';
import './editor.css';

/** See `DiffEditor`. */
export interface DiffEditorProps {
  /** What is compared, for screen readers. */
  label: string;
  original: string;
  modified: string;
  language: 'json' | 'html' | 'plaintext';
  /** Below one another instead of side by side. */
  inline?: boolean;
}

/** Two texts and their differences; F7 and Shift+F7 step through them. */
export function DiffEditor({ label, original, modified, language, inline = false }: DiffEditorProps) {
  const loaded = useMonaco();
  const { theme } = useUi();
  const chosen = useEditorOptions();
  const box = useRef<HTMLDivElement | null>(null);
  const current = useRef<MonacoEditor.editor.IStandaloneDiffEditor | null>(null);
  const create = useEffectEvent((monaco: typeof MonacoEditor, element: HTMLElement) =>
    monaco.editor.createDiffEditor(element, {
      ...sharedOptions,
      ...chosen,
      minimap: { enabled: false },
      readOnly: true,
      originalAriaLabel: `${label}: before`,
      modifiedAriaLabel: `${label}: after`,
      renderOverviewRuler: false,
      theme: themeName(theme),
    }),
  );

  useEffect(() => {
    const element = box.current;
    if (loaded === null || element === null) return undefined;
    const { monaco } = loaded;
    const editor = create(monaco, element);
    current.current = editor;
    return () => {
      current.current = null;
      editor.dispose();
      // Monaco makes the hovers of all editors by the services of the editor that was made last, and those of a comparison
      // end with it. An editor that is made now gives all of them lasting ones.
      monaco.editor.create(document.createElement('div'), { model: null }).dispose();
    };
  }, [loaded]);

  useEffect(() => {
    const editor = current.current;
    if (loaded === null || editor === null) return undefined;
    const { monaco } = loaded;
    const models = {
      original: monaco.editor.createModel(original, language),
      modified: monaco.editor.createModel(modified, language),
    };
    // Made here, so that it can be ended here: a comparison that is still going on would complain that its texts are gone.
    const comparison = editor.createViewModel(models);
    editor.setModel(comparison);
    return () => {
      if (current.current === editor) editor.setModel(null);
      comparison.dispose();
      models.original.dispose();
      models.modified.dispose();
    };
  }, [loaded, original, modified, language]);

  useEffect(() => {
    current.current?.updateOptions({ ...chosen, minimap: { enabled: false }, renderSideBySide: !inline });
  });

  useEffect(() => loaded?.monaco.editor.setTheme(themeName(theme)), [loaded, theme]);

  return (
    <div className="ui-editor">
      {loaded === null && (
        <div className="ui-editor-loading" role="status">
          <Spinner size={18} />
          <span className="visually-hidden">Loading the comparison</span>
        </div>
      )}
      <div ref={box} className="ui-editor-box" />
    </div>
  );
}
