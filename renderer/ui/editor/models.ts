import type * as MonacoEditor from 'monaco-editor/editor';

type Model = MonacoEditor.editor.ITextModel;
type ViewState = MonacoEditor.editor.ICodeEditorViewState;

/** The most texts that are kept with their undo history while their editors are not shown. */
const keptModels = 20;
const kept = new Map<string, { model: Model; view: ViewState | null }>();

/** The text of a path: the one that was kept, or a new one. */
export function takeModel(
  monaco: typeof MonacoEditor,
  path: string | null,
  { value, language }: { value: string; language: string },
): { model: Model; view: ViewState | null } {
  const uri = path === null ? undefined : monaco.Uri.from({ scheme: 'spider', path: `/${path}` });
  const before = path === null ? undefined : kept.get(path);
  if (before !== undefined && !before.model.isDisposed()) return before;
  const existing = uri === undefined ? null : monaco.editor.getModel(uri);
  const model = existing ?? monaco.editor.createModel(value, language, uri);
  // Two spaces, as in the sample spiders.
  model.updateOptions({
    tabSize: 2,
    insertSpaces: true,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  return { model, view: null };
}

/** Keeps the text of a path for later, or disposes of one without a path. */
export function leaveModel(path: string | null, model: Model, view: ViewState | null): void {
  if (path === null) {
    model.dispose();
    return;
  }
  kept.delete(path);
  kept.set(path, { model, view });
  for (const [oldest, { model: old }] of kept) {
    if (kept.size <= keptModels) break;
    kept.delete(oldest);
    old.dispose();
  }
}

/**
 * Makes steps in a text that were made before it had an editor, so that they can be undone and redone here.
 *
 * @param past the texts before `text`, the nearest first
 * @param future the texts that were undone, the nearest first
 */
export function replay(
  model: Model,
  { past, text, future }: { past: readonly string[]; text: string; future: readonly string[] },
): void {
  const [first, ...next] = [...past.toReversed(), text];
  // A text that was kept has steps of its own, which go on.
  if (model.canUndo() || model.getValue() === first) setText(model, first);
  else model.setValue(first);
  for (const each of [...next, ...future]) setText(model, each);
  for (const _ of future) void model.undo();
}

/** Changes a text to another one by the smallest edit, as one step of its history. */
export function setText(model: Model, text: string): void {
  const before = model.getValue();
  if (before === text) return;
  let start = 0;
  while (start < before.length && start < text.length && before[start] === text[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < text.length - start &&
    before[before.length - 1 - end] === text[text.length - 1 - end]
  ) {
    end += 1;
  }
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(before.length - end);
  const range = {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
  model.pushStackElement();
  model.pushEditOperations([], [{ range, text: text.slice(start, text.length - end) }], () => null);
  model.pushStackElement();
}
