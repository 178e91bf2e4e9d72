import { mode, type Construction } from './construction.ts';
import { adoptHtml, closeTemplate, insertMetadata, resetMode } from './head.ts';
import * as tags from './tags.ts';

/**
 * The insertion modes "in select" and "in select in table". As in `table.ts`, functions return true if the token must be
 * reprocessed in the new mode. Recent browsers allow more elements in a select; this follows parse5 and the earlier standard.
 */

const leaves = tags.tagSet('input keygen textarea select');
const tableTags = tags.tagSet('caption table tbody tfoot thead tr td th');

/** Closes the select. Returns false if none is open, or if another element is open inside it. */
function closeSelect(c: Construction): boolean {
  let at = c.top;
  while (at >= 0 && isOption(c.openTags[at] ?? tags.otherTag)) at--;
  if (at >= 0 && c.openTags[at] !== tags.select) return false;
  c.popUntil(tags.select);
  resetMode(c);
  return true;
}

function isOption(tag: number): boolean {
  return tag === tags.option || tag === tags.optgroup || tag === tags.svgPlain;
}

/** Processes a start tag. Returns true if it must be reprocessed in the new mode. */
export function startTagInSelect(c: Construction, name: string, tag: number): boolean {
  if (c.mode === mode.inSelectInTable && tableTags[tag] === 1) {
    c.popUntil(tags.select);
    resetMode(c);
    return true;
  }
  if (tag === tags.html) adoptHtml(c);
  else if (tag === tags.option) {
    if (c.currentTag === tags.option) c.pop();
    c.insert(name, tag);
  } else if (tag === tags.optgroup || tag === tags.hr) {
    if (c.currentTag === tags.option) c.pop();
    if (c.currentTag === tags.optgroup) c.pop();
    if (tag === tags.hr) c.place(c.create(name));
    else c.insert(name, tag);
  } else if (leaves[tag] === 1) {
    return closeSelect(c) && tag !== tags.select;
  } else if (tag === tags.script || tag === tags.template) {
    insertMetadata(c, name, tag);
  }
  return false;
}

/** Processes an end tag. Returns true if it must be reprocessed in the new mode. */
export function endTagInSelect(c: Construction, tag: number): boolean {
  if (c.mode === mode.inSelectInTable && tableTags[tag] === 1) {
    if (!c.inScope(tag, tags.tableScope)) return false;
    c.popUntil(tags.select);
    resetMode(c);
    return true;
  }
  if (tag === tags.optgroup) {
    if (c.currentTag === tags.option && c.openTags[c.top - 1] === tags.optgroup) c.pop();
    if (c.currentTag === tags.optgroup) c.pop();
  } else if (tag === tags.option) {
    if (c.currentTag === tags.option) c.pop();
  } else if (tag === tags.select) {
    closeSelect(c);
  } else if (tag === tags.template) {
    closeTemplate(c);
  }
  return false;
}
