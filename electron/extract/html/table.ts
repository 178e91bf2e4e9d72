import { endTagInBody, startTagInBody, textInBody } from './body.ts';
import { mode, type Construction } from './construction.ts';
import { closeTemplate, insertMetadata, resetMode } from './head.ts';
import { isSpace } from './reader.ts';
import * as tags from './tags.ts';

/**
 * The insertion modes for tables. Functions return true if the token must be reprocessed in the new mode.
 */

const tableContext = tags.tagSet('table template html');
const bodyContext = tags.tagSet('tbody tfoot thead template html');
const rowContext = tags.tagSet('tr template html');
const tableBodies = tags.tagSet('tbody tfoot thead');
const cells = tags.tagSet('td th');
/** Start tags that end a caption or a cell. */
const structure = tags.tagSet('caption col colgroup tbody td tfoot th thead tr');
const structureButCells = tags.tagSet('caption col colgroup tbody tfoot thead');
const textOnly = tags.tagSet('style script template');
const ignoredInTable = tags.tagSet('body caption col colgroup html tbody td tfoot th thead tr');
const ignoredInCaption = tags.tagSet('body col colgroup html tbody td tfoot th thead tr');
const ignoredInBody = tags.tagSet('body caption col colgroup html td th tr');
const ignoredInRow = tags.tagSet('body caption col colgroup html td th');
const ignoredInCell = tags.tagSet('body caption col colgroup html');
const endsCell = tags.tagSet('table tbody tfoot thead tr');

function clearBackTo(c: Construction, context: Uint8Array): void {
  c.shorten(c.indexOfAny(context) + 1);
}

function misplaced(c: Construction, treat: () => void): void {
  const { foster } = c;
  c.foster = true;
  treat();
  c.foster = foster;
}

function isHiddenInput(c: Construction): boolean {
  return c.reader.attribute('type')?.toLowerCase() === 'hidden';
}

/** Inserts text inside a table: white space stays there, other text moves before the table. */
export function textInTable(c: Construction, text: string): void {
  if (tags.tableStructure[c.currentTag] === 1 && isBlank(text)) c.insertText(text);
  else misplaced(c, () => textInBody(c, text));
}

/** Whether a text is white space only. */
export function isBlank(text: string): boolean {
  return blankLength(text) === text.length;
}

/** Length of the leading white space of a text. A carriage return can only come from a reference. */
export function blankLength(text: string): number {
  const { length } = text;
  let at = 0;
  while (at < length && (isSpace(text.charCodeAt(at)) || text.charCodeAt(at) === 13)) at++;
  return at;
}

/** Handles a start tag in the insertion mode "in table". */
export function startTagInTable(c: Construction, name: string, tag: number): boolean {
  if (tag === tags.td || tag === tags.th || tag === tags.tr) {
    clearBackTo(c, tableContext);
    c.insertImplied('tbody', tags.tbody);
    c.mode = mode.inTableBody;
    return true;
  }
  if (tableBodies[tag] === 1) {
    clearBackTo(c, tableContext);
    c.insert(name, tag);
    c.mode = mode.inTableBody;
  } else if (textOnly[tag] === 1) {
    insertMetadata(c, name, tag);
  } else if (tag === tags.caption) {
    clearBackTo(c, tableContext);
    c.formatting.push(null);
    c.insert(name, tag);
    c.mode = mode.inCaption;
  } else if (tag === tags.colgroup) {
    clearBackTo(c, tableContext);
    c.insert(name, tag);
    c.mode = mode.inColumnGroup;
  } else if (tag === tags.col) {
    clearBackTo(c, tableContext);
    c.insertImplied('colgroup', tags.colgroup);
    c.mode = mode.inColumnGroup;
    return true;
  } else if (tag === tags.table) {
    if (!c.inScope(tags.table, tags.tableScope)) return false;
    c.popUntil(tags.table);
    resetMode(c);
    return true;
  } else if (tag === tags.form) {
    if (c.form === null && !c.isOpen(tags.template)) {
      c.form = c.insert(name, tag);
      c.pop();
    }
  } else if (tag === tags.input && isHiddenInput(c)) {
    c.place(c.create(name));
  } else {
    misplaced(c, () => startTagInBody(c, name, tag));
  }
  return false;
}

/** Handles an end tag in the insertion mode "in table". */
export function endTagInTable(c: Construction, name: string, tag: number): boolean {
  if (tag === tags.table) {
    if (!c.inScope(tags.table, tags.tableScope)) return false;
    c.popUntil(tags.table);
    resetMode(c);
  } else if (tag === tags.template) {
    closeTemplate(c);
  } else if (ignoredInTable[tag] !== 1) {
    misplaced(c, () => endTagInBody(c, name, tag));
  }
  return false;
}

/** Closes the caption. @returns false if none is open */
function closeCaption(c: Construction): boolean {
  if (!c.inScope(tags.caption, tags.tableScope)) return false;
  c.closeImplied();
  c.popUntil(tags.caption);
  c.clearFormatting();
  c.mode = mode.inTable;
  return true;
}

/** Handles a start tag in the insertion mode "in caption". */
export function startTagInCaption(c: Construction, name: string, tag: number): boolean {
  if (structure[tag] === 1) return closeCaption(c);
  startTagInBody(c, name, tag);
  return false;
}

/** Handles an end tag in the insertion mode "in caption". */
export function endTagInCaption(c: Construction, name: string, tag: number): boolean {
  if (tag === tags.caption || tag === tags.table) return closeCaption(c) && tag === tags.table;
  if (ignoredInCaption[tag] !== 1) endTagInBody(c, name, tag);
  return false;
}

/** Closes the column group, so that the token is processed in the table. @returns false if none is open */
export function leaveColumnGroup(c: Construction): boolean {
  if (c.currentTag !== tags.colgroup) return false;
  c.pop();
  c.mode = mode.inTable;
  return true;
}

/** Handles a start tag in the insertion mode "in column group". */
export function startTagInColumnGroup(c: Construction, name: string, tag: number): boolean {
  if (tag === tags.html) startTagInBody(c, name, tag);
  else if (tag === tags.col) c.place(c.create(name));
  else if (tag === tags.template) insertMetadata(c, name, tag);
  else return leaveColumnGroup(c);
  return false;
}

/** Handles an end tag in the insertion mode "in column group". */
export function endTagInColumnGroup(c: Construction, tag: number): boolean {
  if (tag === tags.colgroup) leaveColumnGroup(c);
  else if (tag === tags.template) closeTemplate(c);
  else if (tag !== tags.col) return leaveColumnGroup(c);
  return false;
}

function leaveTableBody(c: Construction): void {
  clearBackTo(c, bodyContext);
  c.pop();
  c.mode = mode.inTable;
}

/** Handles a start tag in the insertion mode "in table body". */
export function startTagInTableBody(c: Construction, name: string, tag: number): boolean {
  if (tag === tags.tr) {
    clearBackTo(c, bodyContext);
    c.insert(name, tag);
    c.mode = mode.inRow;
    return false;
  }
  if (cells[tag] === 1) {
    clearBackTo(c, bodyContext);
    c.insertImplied('tr', tags.tr);
    c.mode = mode.inRow;
    return true;
  }
  if (structureButCells[tag] === 1) {
    if (!c.anyInScope(tableBodies, tags.tableScope)) return false;
    leaveTableBody(c);
    return true;
  }
  return startTagInTable(c, name, tag);
}

/** Handles an end tag in the insertion mode "in table body". */
export function endTagInTableBody(c: Construction, name: string, tag: number): boolean {
  if (tableBodies[tag] === 1) {
    if (c.inScope(tag, tags.tableScope)) leaveTableBody(c);
    return false;
  }
  if (tag === tags.table) {
    if (!c.anyInScope(tableBodies, tags.tableScope)) return false;
    leaveTableBody(c);
    return true;
  }
  return ignoredInBody[tag] === 1 ? false : endTagInTable(c, name, tag);
}

function leaveRow(c: Construction): void {
  clearBackTo(c, rowContext);
  c.pop();
  c.mode = mode.inTableBody;
}

/** Handles a start tag in the insertion mode "in row". */
export function startTagInRow(c: Construction, name: string, tag: number): boolean {
  if (cells[tag] === 1) {
    clearBackTo(c, rowContext);
    c.insert(name, tag);
    c.mode = mode.inCell;
    c.formatting.push(null);
    return false;
  }
  if (structureButCells[tag] === 1 || tag === tags.tr) {
    if (!c.inScope(tags.tr, tags.tableScope)) return false;
    leaveRow(c);
    return true;
  }
  return startTagInTable(c, name, tag);
}

/** Handles an end tag in the insertion mode "in row". */
export function endTagInRow(c: Construction, name: string, tag: number): boolean {
  if (tag === tags.tr || tag === tags.table) {
    if (!c.inScope(tags.tr, tags.tableScope)) return false;
    leaveRow(c);
    return tag === tags.table;
  }
  if (tableBodies[tag] === 1) {
    if (!c.inScope(tag, tags.tableScope) && !c.inScope(tags.tr, tags.tableScope)) return false;
    leaveRow(c);
    return true;
  }
  return ignoredInRow[tag] === 1 ? false : endTagInTable(c, name, tag);
}

function leaveCell(c: Construction): void {
  c.closeImplied();
  c.shorten(Math.max(c.indexOfAny(cells), 0));
  c.clearFormatting();
  c.mode = mode.inRow;
}

/** Handles a start tag in the insertion mode "in cell". */
export function startTagInCell(c: Construction, name: string, tag: number): boolean {
  if (structure[tag] !== 1) {
    startTagInBody(c, name, tag);
    return false;
  }
  if (!c.anyInScope(cells, tags.tableScope)) return false;
  leaveCell(c);
  return true;
}

/** Handles an end tag in the insertion mode "in cell". */
export function endTagInCell(c: Construction, name: string, tag: number): boolean {
  if (cells[tag] === 1) {
    if (!c.inScope(tag, tags.tableScope)) return false;
    c.closeImplied();
    c.popUntil(tag);
    c.clearFormatting();
    c.mode = mode.inRow;
    return false;
  }
  if (endsCell[tag] === 1) {
    if (!c.inScope(tag, tags.tableScope)) return false;
    leaveCell(c);
    return true;
  }
  if (ignoredInCell[tag] !== 1) endTagInBody(c, name, tag);
  return false;
}
