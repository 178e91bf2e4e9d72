import { mode, type Construction } from './construction.ts';
import { unsupported } from './unsupported.ts';
import { append, createText } from './nodes.ts';
import { PageDocument } from './page-document.ts';
import * as tags from './tags.ts';

/** Elements of the head, which can occur elsewhere too. */

/** Inserts a void element. */
export function insertVoid(c: Construction, name: string): void {
  c.place(c.create(name));
}

/** Inserts an element whose content is only text, and reads up to its end tag. */
export function insertRaw(c: Construction, name: string, withReferences: boolean): void {
  const element = c.create(name);
  c.place(element);
  const text = c.reader.rawText(name, withReferences);
  const content = name === 'textarea' && text.startsWith('\n') ? text.slice(1) : text;
  if (content !== '') append(element, createText(content));
}

/** Reads a noscript as text, as with scripting on, and then parses the text as a browser without scripting would. */
export function insertNoscript(c: Construction): void {
  const element = c.create('noscript');
  c.place(element);
  const text = c.reader.rawText('noscript', false);
  if (text === '') return;
  if (!text.includes('<') && !text.includes('&')) append(element, createText(text));
  else for (const node of c.fragment(text)) append(element, node);
}

/** Inserts a template, whose content is a separate document. */
function openTemplate(c: Construction): void {
  const element = c.create('template');
  append(element, new PageDocument([]));
  c.place(element);
  c.push(element, tags.template);
  c.formatting.push(null);
  c.mode = mode.inTemplate;
  c.templateModes.push(mode.inTemplate);
}

/** Handles the end tag of a template. */
export function closeTemplate(c: Construction): void {
  if (!c.isOpen(tags.template)) return;
  c.closeImpliedThoroughly();
  c.popUntil(tags.template);
  c.clearFormatting();
  c.templateModes.pop();
  resetMode(c);
}

const metadataVoid = tags.tagSet('base basefont bgsound link meta');
const metadataText = tags.tagSet('noframes script style title');

/** Inserts an element of the head. @returns false if the tag is not one */
export function insertMetadata(c: Construction, name: string, tag: number): boolean {
  if (metadataVoid[tag] === 1) insertVoid(c, name);
  else if (metadataText[tag] === 1) insertRaw(c, name, tag === tags.title);
  else if (tag === tags.template) openTemplate(c);
  else return false;
  return true;
}

/** Handles a start tag in the head. @returns false if it ends the head and must be processed after it */
export function startTagInHead(c: Construction, name: string, tag: number): boolean {
  if (tag === tags.html) adoptHtml(c);
  else if (tag === tags.noscript) insertNoscript(c);
  else if (tag !== tags.head) return insertMetadata(c, name, tag);
  return true;
}

/** Inserts an element of the head after the head was closed. @returns false if the tag is not one */
export function startTagAfterHead(c: Construction, name: string, tag: number): boolean {
  if (metadataVoid[tag] !== 1 && metadataText[tag] !== 1 && tag !== tags.template) return false;
  c.push(c.head ?? unsupported(), tags.head);
  const headAt = c.top;
  insertMetadata(c, name, tag);
  c.removeAt(headAt);
  return true;
}

/** Handles a second `<html>` tag: adds its attributes to the root, except inside a template. */
export function adoptHtml(c: Construction): void {
  if (!c.isOpen(tags.template)) c.adoptAttributes(c.open[0]);
}

const modeTags = tags.tagSet(
  'tr tbody thead tfoot caption colgroup table select template td th head body html frameset',
);

/** Resets the insertion mode appropriately (HTML standard, 13.2.4.1). */
export function resetMode(c: Construction): void {
  const at = c.indexOfAny(modeTags);
  const tag = c.openTags[at] ?? tags.otherTag;
  if (at <= 0) c.mode = c.isFragment ? mode.inBody : c.head === null ? mode.beforeHead : mode.afterHead;
  else if (tag === tags.select) {
    const inTable = c.indexOf(tags.table) > Math.max(c.indexOf(tags.template), 0);
    c.mode = inTable ? mode.inSelectInTable : mode.inSelect;
  } else if (tag === tags.template) c.mode = c.templateModes.at(-1) ?? unsupported();
  else c.mode = resetModes.get(tag) ?? unsupported();
}

const resetModes = new Map([
  [tags.tr, mode.inRow],
  [tags.tbody, mode.inTableBody],
  [tags.thead, mode.inTableBody],
  [tags.tfoot, mode.inTableBody],
  [tags.caption, mode.inCaption],
  [tags.colgroup, mode.inColumnGroup],
  [tags.table, mode.inTable],
  [tags.td, mode.inCell],
  [tags.th, mode.inCell],
  [tags.head, mode.inHead],
  [tags.body, mode.inBody],
]);
