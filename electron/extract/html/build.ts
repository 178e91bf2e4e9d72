import { isText, type ChildNode, type Document } from 'domhandler';
import { forgetAttributesWhenFull } from './attributes.ts';
import { endTagInBody, startTagInBody, textInBody } from './body.ts';
import { endTagInSelect, startTagInSelect } from './in-select.ts';
import { Construction, mode, type Mode } from './construction.ts';
import { readDoctype } from './doctype.ts';
import { endTagInSvg, startTagInSvg } from './foreign.ts';
import { unsupported, isUnsupported } from './unsupported.ts';
import {
  adoptHtml,
  closeTemplate,
  insertMetadata,
  resetMode,
  startTagAfterHead,
  startTagInHead,
} from './head.ts';
import { mergeTexts } from './merge-text.ts';
import { isLetter } from './reader.ts';
import * as table from './table.ts';
import * as tags from './tags.ts';

/**
 * Builds the tree of a page: the tree that parse5 builds with scripting on, but with the content of noscript elements
 * parsed and adjacent text nodes merged. Returns null for pages with unsupported markup.
 */
export function buildTree(html: string): Document | null {
  if (html.includes('\0')) return null;
  forgetWhenFull();
  const source = html.includes('\r') ? html.replaceAll(/\r\n?/g, '\n') : html;
  try {
    const c = new Construction(source, (text) => buildFragment(c, text));
    c.document['x-mode'] = 'no-quirks';
    read(c);
    finish(c);
    if (c.moved) mergeTexts(c.document);
    return c.document;
  } catch (error) {
    if (isUnsupported(error)) return null;
    throw error;
  }
}

/** Limits the tables of tag and attribute names, which are kept from page to page. */
function forgetWhenFull(): void {
  forgetAttributesWhenFull();
  if (tags.tags.isFull) tags.tags.forget(tags.tagNames);
}

/** Parses the text of a noscript as the content of a div, with scripting off. */
function buildFragment(owner: Construction, text: string): ChildNode[] {
  const c = new Construction(text, null);
  const root = c.insertImplied('html', tags.html);
  c.mode = mode.inBody;
  read(c);
  // Markup in a nested noscript would be parsed twice.
  for (const { children } of c.innerNoscripts) {
    const [only] = children;
    if (children.length === 1 && only !== undefined && isText(only) && /[<&]/.test(only.data)) unsupported();
  }
  owner.moved ||= c.moved;
  return root.children;
}

function read(c: Construction): void {
  const { reader } = c;
  while (reader.position < reader.end) {
    const start = reader.position;
    const stop = reader.textEnd(start);
    if (stop > start) {
      reader.position = stop;
      text(c, reader.text(start, stop, false));
    }
    c.skipNewline = false;
    if (stop >= reader.end) return;
    const code = reader.html.charCodeAt(stop + 1);
    if (code === 47) {
      if (!isLetter(reader.html.charCodeAt(stop + 2))) comment(c, reader.bogusComment(stop + 2));
      else if (reader.readTag(stop + 2)) endTag(c, reader.tagName, reader.tag);
    } else if (code === 33) {
      declaration(c, stop + 2);
    } else if (code === 63) {
      comment(c, reader.bogusComment(stop + 1));
    } else if (reader.readTag(stop + 1)) {
      startTag(c, reader.tagName, reader.tag);
    }
  }
}

/** Reads markup that starts with `<!`: a comment or a doctype. */
function declaration(c: Construction, start: number): void {
  const { reader } = c;
  if (reader.html.startsWith('--', start)) {
    comment(c, reader.comment(start + 2));
  } else if (/^doctype$/i.test(reader.html.slice(start, start + 7))) {
    const source = reader.bogusComment(start);
    if (reader.html.charCodeAt(reader.position - 1) !== 62) unsupported();
    if (c.mode === mode.initial) doctype(c, source);
  } else {
    if (c.currentTag >= tags.svgPlain && reader.html.startsWith('[CDATA[', start)) unsupported();
    comment(c, reader.bogusComment(start));
  }
}

function doctype(c: Construction, source: string): void {
  const found = readDoctype(source) ?? unsupported();
  c.document['x-mode'] = found.mode;
  c.quirks = found.mode === 'quirks';
  found.node.parent = c.document;
  const last = c.document.children.at(-1);
  if (last !== undefined) {
    last.next = found.node;
    found.node.prev = last;
  }
  c.document.children.push(found.node);
  c.mode = mode.beforeHtml;
}

function comment(c: Construction, data: string): void {
  if (c.currentTag >= tags.svgPlain) c.insertComment(data);
  else if (c.mode === mode.afterBody) c.insertComment(data, c.open[0]);
  else if (c.mode === mode.afterAfterBody) c.insertComment(data, c.document);
  else c.insertComment(data);
}

/** Switches to the next insertion mode before the body, and inserts its implied element. */
function advance(c: Construction): void {
  if (c.mode === mode.initial) {
    c.document['x-mode'] = 'quirks';
    c.quirks = true;
    c.mode = mode.beforeHtml;
  } else if (c.mode === mode.beforeHtml) {
    c.insertImplied('html', tags.html);
    c.mode = mode.beforeHead;
  } else if (c.mode === mode.beforeHead) {
    c.head = c.insertImplied('head', tags.head);
    c.mode = mode.inHead;
  } else if (c.mode === mode.inHead) {
    c.pop();
    c.mode = mode.afterHead;
  } else {
    c.insertImplied('body', tags.body);
    c.mode = mode.inBody;
  }
}

/** Handles the end of the page: inserts missing elements up to the body. */
function finish(c: Construction): void {
  if (c.isOpen(tags.template)) {
    while (c.isOpen(tags.template)) {
      c.popUntil(tags.template);
      c.clearFormatting();
      c.templateModes.pop();
    }
    resetMode(c);
  }
  while (c.mode <= mode.afterHead) advance(c);
}

function text(c: Construction, whole: string): void {
  let rest = whole;
  if (c.skipNewline && rest.startsWith('\n')) rest = rest.slice(1);
  while (rest !== '') {
    if (c.currentTag === tags.svgPlain) {
      c.insertText(rest);
      return;
    }
    switch (c.mode) {
      case mode.inBody:
      case mode.inCell:
      case mode.inCaption:
      case mode.inTemplate:
        textInBody(c, rest);
        return;
      case mode.inTable:
      case mode.inTableBody:
      case mode.inRow:
        table.textInTable(c, rest);
        return;
      case mode.inSelect:
      case mode.inSelectInTable:
        c.insertText(rest);
        return;
      case mode.afterBody:
      case mode.afterAfterBody:
        if (!table.isBlank(rest)) c.mode = mode.inBody;
        textInBody(c, rest);
        return;
      default:
        rest = textBeforeBody(c, rest);
    }
  }
}

/** Inserts or drops leading white space before the body and between columns. @returns the text for the next mode */
function textBeforeBody(c: Construction, text: string): string {
  const blank = table.blankLength(text);
  const keeps = c.mode === mode.inHead || c.mode === mode.afterHead || c.mode === mode.inColumnGroup;
  if (keeps && blank > 0) c.insertText(text.slice(0, blank));
  if (blank === text.length) return '';
  if (c.mode !== mode.inColumnGroup) advance(c);
  else if (!table.leaveColumnGroup(c)) unsupported();
  return text.slice(blank);
}

function startTag(c: Construction, name: string, tag: number): void {
  for (;;) {
    let again = false;
    if (c.currentTag === tags.svgPlain) {
      again = startTagInSvg(c, name, tag);
      if (again) continue;
      return;
    }
    switch (c.mode) {
      case mode.inBody:
        startTagInBody(c, name, tag);
        break;
      case mode.inCell:
        again = table.startTagInCell(c, name, tag);
        break;
      case mode.inRow:
        again = table.startTagInRow(c, name, tag);
        break;
      case mode.inTableBody:
        again = table.startTagInTableBody(c, name, tag);
        break;
      case mode.inTable:
        again = table.startTagInTable(c, name, tag);
        break;
      case mode.inCaption:
        again = table.startTagInCaption(c, name, tag);
        break;
      case mode.inColumnGroup:
        again = table.startTagInColumnGroup(c, name, tag);
        break;
      case mode.inSelect:
      case mode.inSelectInTable:
        again = startTagInSelect(c, name, tag);
        break;
      case mode.inTemplate:
        again = startTagInTemplate(c, name, tag);
        break;
      case mode.afterBody:
      case mode.afterAfterBody:
        if (tag === tags.html) adoptHtml(c);
        else {
          c.mode = mode.inBody;
          again = true;
        }
        break;
      default:
        again = !startTagBeforeBody(c, name, tag);
        if (again) advance(c);
    }
    if (!again) return;
  }
}

/** Handles a start tag before the body. @returns false if it belongs to a later mode */
function startTagBeforeBody(c: Construction, name: string, tag: number): boolean {
  switch (c.mode) {
    case mode.beforeHtml:
      if (tag !== tags.html) return false;
      c.insert(name, tag);
      c.mode = mode.beforeHead;
      return true;
    case mode.beforeHead:
      if (tag === tags.html) adoptHtml(c);
      else if (tag === tags.head) {
        c.head = c.insert(name, tag);
        c.mode = mode.inHead;
      } else return false;
      return true;
    case mode.inHead:
      return startTagInHead(c, name, tag);
    case mode.afterHead:
      if (tag === tags.html) adoptHtml(c);
      else if (tag === tags.body) {
        c.insert(name, tag);
        c.mode = mode.inBody;
      } else if (tag === tags.frameset) unsupported();
      else if (tag !== tags.head) return startTagAfterHead(c, name, tag);
      return true;
    default:
      return false;
  }
}

const metadata = tags.tagSet('base basefont bgsound link meta noframes script style template title');

function startTagInTemplate(c: Construction, name: string, tag: number): boolean {
  if (metadata[tag] === 1) {
    insertMetadata(c, name, tag);
    return false;
  }
  const next = templateModes.get(tag) ?? mode.inBody;
  c.templateModes[c.templateModes.length - 1] = next;
  c.mode = next;
  return true;
}

const templateModes = new Map<number, Mode>([
  [tags.caption, mode.inTable],
  [tags.colgroup, mode.inTable],
  [tags.tbody, mode.inTable],
  [tags.tfoot, mode.inTable],
  [tags.thead, mode.inTable],
  [tags.col, mode.inColumnGroup],
  [tags.tr, mode.inTableBody],
  [tags.td, mode.inRow],
  [tags.th, mode.inRow],
]);

function endTag(c: Construction, name: string, tag: number): void {
  if (c.currentTag >= tags.svgPlain && !endTagInSvg(c, name, tag)) return;
  for (;;) {
    let again = false;
    switch (c.mode) {
      case mode.inBody:
        endTagInBody(c, name, tag);
        break;
      case mode.inCell:
        again = table.endTagInCell(c, name, tag);
        break;
      case mode.inRow:
        again = table.endTagInRow(c, name, tag);
        break;
      case mode.inTableBody:
        again = table.endTagInTableBody(c, name, tag);
        break;
      case mode.inTable:
        again = table.endTagInTable(c, name, tag);
        break;
      case mode.inCaption:
        again = table.endTagInCaption(c, name, tag);
        break;
      case mode.inColumnGroup:
        again = table.endTagInColumnGroup(c, tag);
        break;
      case mode.inSelect:
      case mode.inSelectInTable:
        again = endTagInSelect(c, tag);
        break;
      case mode.inTemplate:
        if (tag === tags.template) closeTemplate(c);
        break;
      case mode.afterBody:
      case mode.afterAfterBody:
        if (c.mode === mode.afterBody && tag === tags.html) c.mode = mode.afterAfterBody;
        else {
          c.mode = mode.inBody;
          again = true;
        }
        break;
      default:
        again = endTagBeforeBody(c, tag);
        if (again) advance(c);
    }
    if (!again) return;
  }
}

const endsEarly = tags.tagSet('body br html');

/** Handles an end tag before the body. @returns true if it belongs to a later mode */
function endTagBeforeBody(c: Construction, tag: number): boolean {
  if (c.mode === mode.initial || endsEarly[tag] === 1) return true;
  if (c.mode === mode.beforeHtml || c.mode === mode.beforeHead) return tag === tags.head;
  if (tag === tags.template) closeTemplate(c);
  else if (c.mode === mode.inHead && tag === tags.head) {
    c.pop();
    c.mode = mode.afterHead;
  }
  return false;
}
