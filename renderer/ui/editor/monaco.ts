/**
 * Monaco, set up: workers of our own origin, the languages we show, themes made of the tokens. It is large; only
 * `load.ts` imports this module, lazily.
 */
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/html/register';
import * as monaco from 'monaco-editor/editor';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { defineThemes } from './themes.ts';

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker: (id: string, label: string) => Worker };
  }
}

// Set explicitly, because Monaco creates workers from blob: URLs, which the content policy forbids.
window.MonacoEnvironment = {
  getWorker: (_, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

// Features provide schemas; none is ever downloaded.
jsonDefaults.setDiagnosticsOptions({ validate: true, enableSchemaRequest: false, allowComments: false });
defineThemes(monaco);

export { jsonDefaults, monaco };

/** The API of Monaco. */
export type Monaco = typeof monaco;
