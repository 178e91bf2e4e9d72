import type { Theme } from '../ui-context.ts';
import type * as MonacoEditor from 'monaco-editor/editor';

/** The name of a theme in Monaco. */
export const themeName = (theme: Theme) => `spider-studio-${theme}`;

/** The colours that the editor takes from the tokens, in each theme; Monaco takes hexadecimal colours only. */
const palettes = {
  light: {
    base: 'vs',
    surface: '#ffffff',
    text: '#1a1c24',
    subtle: '#666b7a',
    faint: '#9a9eab',
    border: '#e2e3e9',
    raised: '#ffffff',
    accent: '#4c55cf',
    selection: '#d5d9f8',
    line: '#f4f4f8',
    key: '#434bc4',
    string: '#176d43',
    number: '#1c5fa8',
    keyword: '#8a3fb0',
    danger: '#cc3340',
    warning: '#b06a00',
  },
  dark: {
    base: 'vs-dark',
    surface: '#191a1f',
    text: '#e6e7ec',
    subtle: '#9094a3',
    faint: '#656977',
    border: '#2a2c34',
    raised: '#23252c',
    accent: '#8f98ff',
    selection: '#353a63',
    line: '#202127',
    key: '#a9b0ff',
    string: '#7fd1a4',
    number: '#86baf2',
    keyword: '#d3a2ee',
    danger: '#f0616c',
    warning: '#d69a35',
  },
} as const;

/** Makes the two themes of the editor. */
export function defineThemes(monaco: typeof MonacoEditor): void {
  for (const theme of ['light', 'dark'] as const) {
    const colour = palettes[theme];
    const rule = (token: string, foreground: string) => ({ token, foreground: foreground.slice(1) });
    monaco.editor.defineTheme(themeName(theme), {
      base: colour.base,
      inherit: true,
      rules: [
        rule('string.key.json', colour.key),
        rule('string.value.json', colour.string),
        rule('number.json', colour.number),
        rule('keyword.json', colour.keyword),
        rule('delimiter', colour.subtle),
        rule('tag', colour.key),
        rule('attribute.name', colour.number),
        rule('attribute.value', colour.string),
        rule('comment', colour.subtle),
      ],
      colors: {
        'editor.background': colour.surface,
        'editor.foreground': colour.text,
        'editorGutter.background': colour.surface,
        'editorLineNumber.foreground': colour.faint,
        'editorLineNumber.activeForeground': colour.text,
        'editor.lineHighlightBackground': colour.line,
        'editor.lineHighlightBorder': '#00000000',
        'editor.selectionBackground': colour.selection,
        'editor.inactiveSelectionBackground': colour.selection,
        'editorCursor.foreground': colour.accent,
        'editorIndentGuide.background1': colour.border,
        'editorIndentGuide.activeBackground1': colour.faint,
        'editorWidget.background': colour.raised,
        'editorWidget.border': colour.border,
        'editorSuggestWidget.background': colour.raised,
        'editorSuggestWidget.border': colour.border,
        'editorSuggestWidget.selectedBackground': colour.selection,
        'editorSuggestWidget.selectedForeground': colour.text,
        'editorSuggestWidget.highlightForeground': colour.accent,
        'editorSuggestWidget.focusHighlightForeground': colour.key,
        'textLink.foreground': colour.key,
        'textLink.activeForeground': colour.key,
        'editorHoverWidget.background': colour.raised,
        'editorHoverWidget.border': colour.border,
        'editorError.foreground': colour.danger,
        'editorWarning.foreground': colour.warning,
        'editorOverviewRuler.border': '#00000000',
        focusBorder: colour.accent,
        'scrollbar.shadow': '#00000000',
        'scrollbarSlider.background': `${colour.faint}55`,
        'scrollbarSlider.hoverBackground': `${colour.faint}88`,
        'scrollbarSlider.activeBackground': `${colour.faint}aa`,
        'diffEditor.border': colour.border,
      },
    });
  }
}
