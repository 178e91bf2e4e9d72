import type * as MonacoEditor from 'monaco-editor/editor';
import type { Monaco } from '../../ui/editor/editor.tsx';
import { loadMonaco } from '../../ui/editor/load.ts';
import type { TextEdit } from '../../../shared/spider/text-edits.ts';
import { getDocument, type SpiderKey } from '../../spider-document/document.ts';
import { completionsAt, type Completion } from './completion.ts';
import { hoverAt } from './hover.ts';
import { marksOf } from './marks.ts';
import { offerEdits } from '../../spider-document/offer-edits.ts';
import { placedOffers } from './placed-offers.ts';
import { pageAtHand } from '../../spider-document/page-at-hand.ts';
import { getClient } from '../../state/client.ts';
import { selectorAt, selectorCompletions } from './selector-completion.ts';
import { formatEdits } from '../../spider-document/text-format.ts';

type Model = MonacoEditor.editor.ITextModel;

/** The name under which the text of a spider is known to the editor. */
export const editorPath = ({ project, spider }: SpiderKey) => `spiders/${project}/${spider}.json`;

const keys = new Map<string, SpiderKey>();
let registered = false;

/** Links a model of the editor with its spider, so that problems and fixes are found. */
export function nameModel(model: Model, key: SpiderKey): void {
  keys.set(model.uri.toString(), key);
}

const isSpider = (model: Model) => keys.has(model.uri.toString());

/** The Monaco range of `length` UTF-16 units from `offset`. */
export function rangeOf(model: Model, offset: number, length: number) {
  const begin = model.getPositionAt(offset);
  const end = model.getPositionAt(offset + length);
  return {
    startLineNumber: begin.lineNumber,
    startColumn: begin.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}

/**
 * Teaches the editor what a spider is: completion, hovers, quick fixes and layout, each by the pure module beside this one.
 * Monaco's own completion and checks of JSON would say the same a second time, in other words.
 */
export async function registerLanguage(monaco: Monaco): Promise<void> {
  if (registered) return;
  registered = true;
  const { jsonDefaults } = await loadMonaco();
  jsonDefaults.setModeConfiguration({
    ...jsonDefaults.modeConfiguration,
    completionItems: false,
    hovers: false,
    diagnostics: false,
    documentFormattingEdits: false,
    documentRangeFormattingEdits: false,
  });
  const { languages } = monaco;
  languages.registerCompletionItemProvider('json', {
    triggerCharacters: ['"', ':', ' ', '{', ...inSelectors],
    async provideCompletionItems(model, position, { triggerCharacter }) {
      const key = keys.get(model.uri.toString());
      if (key === undefined) return { suggestions: [] };
      const text = model.getValue();
      const offset = model.getOffsetAt(position);
      const ofPage = await fromPage(key, text, offset);
      const isForPage = triggerCharacter !== undefined && inSelectors.includes(triggerCharacter);
      const all = isForPage ? ofPage : [...ofPage, ...completionsAt(text, offset)];
      return { suggestions: all.map((completion, index) => suggestion(monaco, model, completion, index)) };
    },
  });
  languages.registerHoverProvider('json', {
    provideHover(model, position) {
      const hover = isSpider(model) ? hoverAt(model.getValue(), model.getOffsetAt(position)) : null;
      if (hover === null) return null;
      return {
        range: rangeOf(model, hover.offset, hover.length),
        contents: hover.paragraphs.map((value) => ({ value, isTrusted: false, supportHtml: false })),
      };
    },
  });
  languages.registerCodeActionProvider(
    'json',
    {
      provideCodeActions: (model, range, context) => ({
        actions: isSpider(model)
          ? [...quickFixes(model, range, context.markers), ...offersIn(model, range)]
          : [],
        dispose() {},
      }),
    },
    { providedCodeActionKinds: ['quickfix', 'refactor.rewrite'] },
  );
  languages.registerDocumentFormattingEditProvider('json', {
    displayName: 'Spider',
    provideDocumentFormattingEdits: (model) =>
      formatEdits(model.getValue()).map(({ offset, length, text }) => ({
        range: rangeOf(model, offset, length),
        text,
      })),
  });
}

/** Characters behind which a selector goes on. */
const inSelectors = ['.', '#', '[', '>'];

/** What the page at hand has at a place of a selector. */
async function fromPage(key: SpiderKey, text: string, offset: number): Promise<Completion[]> {
  const page = pageAtHand(key);
  const place = page === null ? null : selectorAt(text, offset);
  if (page === null || place === null) return [];
  const answer = await getClient().call('tester.complete', { page, ...place });
  return answer.ok ? selectorCompletions(text, offset, place.before, answer.value) : [];
}

function suggestion(
  monaco: Monaco,
  model: Model,
  completion: Completion,
  index: number,
): MonacoEditor.languages.CompletionItem {
  const { CompletionItemKind, CompletionItemInsertTextRule } = monaco.languages;
  const kinds = {
    key: CompletionItemKind.Property,
    value: CompletionItemKind.Value,
    callback: CompletionItemKind.Function,
    snippet: CompletionItemKind.Snippet,
  };
  const { label, detail, documentation, snippet, offset, length, more, kind } = completion;
  return {
    label: { label, description: detail },
    kind: kinds[kind],
    ...(documentation === null ? {} : { documentation }),
    insertText: snippet,
    insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet,
    range: rangeOf(model, offset, length),
    // The quotes are part of what is replaced, so they are part of what is looked for.
    filterText: model.getValue().charAt(offset) === '"' ? JSON.stringify(label) : label,
    sortText: String(index).padStart(4, '0'),
    ...(more ? { command: { id: 'editor.action.triggerSuggest', title: 'Suggest' } } : {}),
  };
}

function quickFixes(
  model: Model,
  range: MonacoEditor.IRange,
  markers: readonly MonacoEditor.editor.IMarkerData[],
): MonacoEditor.languages.CodeAction[] {
  const key = keys.get(model.uri.toString());
  const document = key === undefined ? null : getDocument(key);
  const text = model.getValue();
  // Fixes have offsets in the text that was checked, which are wrong for any other text.
  if (document === null || document.checked !== text) return [];
  const begin = model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn });
  const end = model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn });
  const touched = marksOf(text, document.problems).filter(
    ({ offset, length }) => offset <= end && offset + length >= begin,
  );
  return touched.flatMap(({ problem }) =>
    problem.fixes.map((fix) => ({
      title: fix.title,
      kind: 'quickfix',
      isPreferred: fix.preferred,
      diagnostics: markers.filter((marker) => marker.code === problem.code),
      edit: workspaceEdit(model, fix.edits),
    })),
  );
}

/** The offers on the lines of a range, as actions of the light bulb. */
function offersIn(model: Model, range: MonacoEditor.IRange): MonacoEditor.languages.CodeAction[] {
  const text = model.getValue();
  return placedOffers(text)
    .filter(({ offset }) => {
      const { lineNumber } = model.getPositionAt(offset);
      return range.startLineNumber <= lineNumber && lineNumber <= range.endLineNumber;
    })
    .map(({ offer }) => ({
      title: offer.title,
      kind: 'refactor.rewrite',
      edit: workspaceEdit(model, offerEdits(text, offer)),
    }));
}

function workspaceEdit(model: Model, edits: readonly TextEdit[]): MonacoEditor.languages.WorkspaceEdit {
  return {
    edits: edits.map((edit) => ({
      resource: model.uri,
      versionId: model.getVersionId(),
      textEdit: { range: rangeOf(model, edit.offset, edit.length), text: edit.text },
    })),
  };
}
