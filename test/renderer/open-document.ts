import { setDocument, type SpiderDocument, type SpiderKey } from '../../renderer/spider-document/document.ts';

/** Opens a spider in the window, as its first version was saved, with its caret at the beginning; or otherwise by `change`. */
export function openDocument(key: SpiderKey, text: string, change: Partial<SpiderDocument> = {}): void {
  setDocument(key, {
    ...key,
    text,
    caret: 0,
    place: null,
    problems: [],
    checked: text,
    base: { version: 1, text },
    draft: null,
    keptHere: null,
    notices: [],
    ...change,
  });
}
