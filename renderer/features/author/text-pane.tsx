import { useMemo, useState } from 'react';
import type { CodeEditor, Marker, Monaco } from '../../ui/editor/editor.tsx';
import { Editor } from '../../ui/editor/editor.tsx';
import { replay } from '../../ui/editor/models.ts';
import {
  attachEditor,
  getDocument,
  takeHistory,
  updateDocument,
  useDocument,
  type EditorPort,
  type SpiderKey,
} from '../../spider-document/document.ts';
import { TextPositions } from '../../../shared/spider/text-positions.ts';
import { takesFocus } from './layout.ts';
import { marksOf } from './marks.ts';
import { useOfferHints } from './offer-hints.ts';
import { editorPath, nameModel, rangeOf, registerLanguage } from './monaco-language.ts';

/** The most marks that are drawn: with more, the editor becomes slow. */
const maxMarks = 500;
const severities = { error: 8, warning: 4 } as const;

/** The text of a spider in the editor. */
export function TextPane({ project, spider }: SpiderKey) {
  const key = { project, spider };
  const text = useDocument(key, (document) => document.text) ?? '';
  const problems = useDocument(key, (document) => document.problems);
  const checked = useDocument(key, (document) => document.checked);
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const markers = useMemo(() => {
    if (problems === null || checked === null) return [];
    const positions = new TextPositions(checked, null);
    return marksOf(checked, problems.slice(0, maxMarks)).map(({ problem, offset, length }): Marker => {
      const begin = positions.at(offset);
      const end = positions.at(offset + length);
      return {
        severity: severities[problem.severity],
        message: problem.hint === null ? problem.message : `${problem.message}\n${problem.hint}`,
        code: problem.code,
        startLineNumber: begin.line,
        startColumn: begin.column,
        endLineNumber: end.line,
        endColumn: end.column,
      };
    });
  }, [problems, checked]);

  useOfferHints(editor, checked);

  const ready = (mounted: CodeEditor, monaco: Monaco) => {
    const model = mounted.getModel();
    const document = getDocument(key);
    if (model === null || document === null) return undefined;
    nameModel(model, key);
    setEditor(mounted);
    void registerLanguage(monaco);
    const detach = attachEditor(key, portOf(mounted));
    // What happened while there was no editor becomes steps of its history.
    const { past, future } = takeHistory(key);
    const texts = (states: typeof past) => states.map((state) => state.text);
    replay(model, { past: texts(past), text: document.text, future: texts(future) });
    const caret = () => {
      const position = mounted.getPosition();
      if (position !== null) updateDocument(key, { caret: model.getOffsetAt(position) });
    };
    if (document.caret > 0) {
      const position = model.getPositionAt(document.caret);
      mounted.setPosition(position);
      mounted.revealPositionInCenterIfOutsideViewport(position);
    } else caret();
    const moved = mounted.onDidChangeCursorPosition(caret);
    if (takesFocus(key)) mounted.focus();
    return () => {
      detach();
      moved.dispose();
      setEditor(null);
    };
  };

  return (
    <Editor
      label={`Spider ${spider}, JSON`}
      language="json"
      path={editorPath(key)}
      value={text}
      onChange={(next) => updateDocument(key, { text: next })}
      markers={markers}
      onReady={ready}
      options={
        {
          quickSuggestions: { strings: true, other: true, comments: false },
          suggest: { showWords: false, showStatusBar: false, preview: false },
          acceptSuggestionOnCommitCharacter: false,
          tabCompletion: 'on',
          formatOnPaste: false,
          hover: { delay: 250, above: false },
        } as const
      }
    />
  );
}

function portOf(editor: CodeEditor): EditorPort {
  let joined: string | null = null;
  let joinedVersion = -1;
  const highlight = editor.createDecorationsCollection();
  return {
    edit(edits, label, join) {
      const model = editor.getModel();
      if (model === null) return;
      const goesOn = join !== null && join === joined && model.getAlternativeVersionId() === joinedVersion;
      if (!goesOn) editor.pushUndoStop();
      editor.executeEdits(
        label,
        edits.map((edit) => ({ range: rangeOf(model, edit.offset, edit.length), text: edit.text })),
      );
      if (join === null) editor.pushUndoStop();
      joined = join;
      joinedVersion = model.getAlternativeVersionId();
    },
    reveal(offset, length, focus) {
      const model = editor.getModel();
      if (model === null) return;
      const range = rangeOf(model, offset, length);
      editor.setPosition({ lineNumber: range.startLineNumber, column: range.startColumn });
      editor.revealRangeInCenterIfOutsideViewport(range);
      highlight.set([{ range, options: { className: 'author-revealed', isWholeLine: false } }]);
      if (focus) {
        highlight.clear();
        editor.focus();
      }
    },
    // Not the commands of the editor: those act on the control that has the focus.
    undo: () => void editor.getModel()?.undo(),
    redo: () => void editor.getModel()?.redo(),
    action: (id) => editor.trigger('author', id, null),
    focus: () => editor.focus(),
  };
}
