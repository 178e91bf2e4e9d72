import { useEffect, useEffectEvent, useRef } from 'react';
import type * as MonacoEditor from 'monaco-editor/editor';
import { Spinner } from '../progress.tsx';
import { useUi, useUiPreference } from '../ui-context.ts';
import { useMonaco } from './load.ts';
import { leaveModel, setText, takeModel } from './models.ts';
import { themeName } from './themes.ts';
import './editor.css';

/** An editor of Monaco. */
export type CodeEditor = MonacoEditor.editor.IStandaloneCodeEditor;

/** The API of Monaco. */
export type Monaco = typeof MonacoEditor;

/** A problem that Monaco underlines. */
export type Marker = MonacoEditor.editor.IMarkerData;

/** See `Editor`. */
export interface EditorProps {
  /** What is edited, for screen readers. */
  label: string;
  value: string;
  onChange?: (value: string) => void;
  language: 'json' | 'html' | 'plaintext';
  readOnly?: boolean;
  /** Names the text, for example "spiders/default/shop.json": history and place are kept under it, schemas match it. */
  path?: string;
  /** Problems at places, drawn as squiggles. */
  markers?: readonly Marker[];
  /** Called when the editor is mounted. @returns called when it is unmounted */
  onReady?: (editor: CodeEditor, monaco: Monaco) => void | (() => void);
  /** Options in addition to those of the preferences. */
  options?: MonacoEditor.editor.IEditorOptions;
}

/** The options that all editors share. */
export const sharedOptions: MonacoEditor.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fixedOverflowWidgets: true,
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  renderLineHighlight: 'all',
  padding: { top: 8, bottom: 8 },
  lineNumbersMinChars: 3,
  // URLs in pages and spiders are plain text and cannot be opened by a click.
  links: false,
  stickyScroll: { enabled: true },
  guides: { indentation: true, bracketPairs: false },
  bracketPairColorization: { enabled: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  quickSuggestions: { strings: true, other: true, comments: false },
};

/** The options that follow the preferences. */
export function useEditorOptions(): MonacoEditor.editor.IEditorOptions {
  const { fontSize, wordWrap, minimap } = useUiPreference(({ editor }) => editor);
  return {
    fontSize,
    lineHeight: 1.55,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    wordWrap: wordWrap ? 'on' : 'off',
    minimap: { enabled: minimap },
  };
}

/** An editor of text. Its history survives switching screens, and changes of `value` from outside are steps of it. */
export function Editor(props: EditorProps) {
  const {
    label,
    value,
    language,
    readOnly = false,
    path = null,
    markers,
    onChange,
    onReady,
    options,
  } = props;
  const loaded = useMonaco();
  const { theme } = useUi();
  const chosen = useEditorOptions();
  const box = useRef<HTMLDivElement | null>(null);
  const current = useRef<CodeEditor | null>(null);
  /** The last text that the editor reported; the same text as `value` is no change from outside. */
  const told = useRef(value);
  const changed = useEffectEvent((text: string) => {
    told.current = text;
    onChange?.(text);
  });
  const ready = useEffectEvent((editor: CodeEditor, monaco: Monaco) => onReady?.(editor, monaco));
  const take = useEffectEvent((monaco: Monaco) => takeModel(monaco, path, { value, language }));
  const create = useEffectEvent(
    (monaco: Monaco, element: HTMLElement, model: MonacoEditor.editor.ITextModel) =>
      monaco.editor.create(element, {
        ...sharedOptions,
        ...chosen,
        ...options,
        model,
        readOnly,
        ariaLabel: label,
        theme: themeName(theme),
      }),
  );

  useEffect(() => {
    const element = box.current;
    if (loaded === null || element === null) return undefined;
    const { monaco } = loaded;
    const { model, view } = take(monaco);
    const editor = create(monaco, element, model);
    if (view !== null) editor.restoreViewState(view);
    current.current = editor;
    const listening = editor.onDidChangeModelContent(() => changed(model.getValue()));
    const end = ready(editor, monaco);
    return () => {
      end?.();
      listening.dispose();
      const left = editor.saveViewState();
      current.current = null;
      editor.dispose();
      leaveModel(path, model, left);
    };
  }, [loaded, path]);

  useEffect(() => {
    const model = current.current?.getModel() ?? null;
    if (model === null || value === told.current) return;
    told.current = value;
    setText(model, value);
  }, [value, loaded, path]);

  useEffect(() => {
    current.current?.updateOptions({ ...chosen, ...options, readOnly, ariaLabel: label });
  });

  useEffect(() => loaded?.monaco.editor.setTheme(themeName(theme)), [loaded, theme]);

  useEffect(() => {
    const model = current.current?.getModel() ?? null;
    if (loaded === null || model === null) return;
    loaded.monaco.editor.setModelMarkers(model, 'spider', markers === undefined ? [] : [...markers]);
  }, [loaded, markers, path]);

  return (
    <div className="ui-editor">
      {loaded === null && (
        <div className="ui-editor-loading" role="status">
          <Spinner size={18} />
          <span className="visually-hidden">Loading the editor</span>
        </div>
      )}
      <div ref={box} className="ui-editor-box" />
    </div>
  );
}
