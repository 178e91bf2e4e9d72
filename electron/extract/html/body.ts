import { mode, type Construction, type Mode } from './construction.ts';
import {
  addFormatting,
  closeFormatting,
  closeOrdinary,
  lastFormatting,
  reconstruct,
  removeFormatting,
} from './formatting.ts';
import { unsupported } from './unsupported.ts';
import { adoptHtml, closeTemplate, insertMetadata, insertNoscript, insertRaw, insertVoid } from './head.ts';
import * as tags from './tags.ts';

/**
 * The insertion mode "in body": one function for each group of tags.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
type Rule = (c: Construction, name: string, tag: number) => void;

function closeParagraphInScope(c: Construction): void {
  if (c.inScope(tags.p, tags.buttonScope)) c.closeParagraph();
}

const openOrdinary: Rule = (c, name, tag) => {
  reconstruct(c);
  c.insert(name, tag);
};

const openBlock: Rule = (c, name, tag) => {
  closeParagraphInScope(c);
  c.insert(name, tag);
};

const openHeading: Rule = (c, name, tag) => {
  closeParagraphInScope(c);
  if (tags.headings[c.currentTag] === 1) c.pop();
  c.insert(name, tag);
};

const openPreformatted: Rule = (c, name, tag) => {
  openBlock(c, name, tag);
  c.skipNewline = true;
};

const openItem: Rule = (c, name, tag) => {
  const at = tag === tags.li ? c.indexOf(tags.li) : Math.max(c.indexOf(tags.dd), c.indexOf(tags.dt));
  if (at !== -1 && !c.hasAbove(at, tags.listItemBoundary)) {
    const open = c.openTags[at] ?? tags.otherTag;
    c.closeImpliedBut(open);
    c.popUntil(open);
  }
  openBlock(c, name, tag);
};

const openFormatting: Rule = (c, name, tag) => {
  reconstruct(c);
  addFormatting(c, c.insert(name, tag), tag);
};

const openLink: Rule = (c, name, tag) => {
  const active = lastFormatting(c, tags.a);
  if (active !== null) {
    closeFormatting(c, tag, name);
    const at = c.indexOfElement(active.element);
    if (at !== -1) c.removeAt(at);
    removeFormatting(c, active);
  }
  openFormatting(c, name, tag);
};

const openNobr: Rule = (c, name, tag) => {
  reconstruct(c);
  if (c.inScope(tags.nobr, tags.scope)) {
    closeFormatting(c, tag, name);
    reconstruct(c);
  }
  addFormatting(c, c.insert(name, tag), tag);
};

const openForm: Rule = (c, name, tag) => {
  const inTemplate = c.isOpen(tags.template);
  if (c.form !== null && !inTemplate) return;
  closeParagraphInScope(c);
  const form = c.insert(name, tag);
  if (!inTemplate) c.form = form;
};

const openButton: Rule = (c, name, tag) => {
  if (c.inScope(tags.button, tags.scope)) {
    c.closeImplied();
    c.popUntil(tags.button);
  }
  openOrdinary(c, name, tag);
};

const openObject: Rule = (c, name, tag) => {
  openOrdinary(c, name, tag);
  c.formatting.push(null);
};

const openTable: Rule = (c, name, tag) => {
  if (!c.quirks) closeParagraphInScope(c);
  c.insert(name, tag);
  c.mode = mode.inTable;
};

const tableModes: ReadonlySet<Mode> = new Set([
  mode.inTable,
  mode.inCaption,
  mode.inTableBody,
  mode.inRow,
  mode.inCell,
]);

const openSelect: Rule = (c, name, tag) => {
  openOrdinary(c, name, tag);
  c.mode = tableModes.has(c.mode) ? mode.inSelectInTable : mode.inSelect;
};

const openOption: Rule = (c, name, tag) => {
  if (c.currentTag === tags.option) c.pop();
  openOrdinary(c, name, tag);
};

const openRubyBase: Rule = (c, name, tag) => {
  if (c.inScope(tags.ruby, tags.scope)) c.closeImplied();
  c.insert(name, tag);
};

const openRubyText: Rule = (c, name, tag) => {
  if (c.inScope(tags.ruby, tags.scope)) c.closeImpliedBut(tags.rtc);
  c.insert(name, tag);
};

const openSvg: Rule = (c, name) => {
  reconstruct(c);
  const { selfClosing } = c.reader;
  const element = c.create(name, true);
  c.place(element);
  if (!selfClosing) c.push(element, tags.svgPlain);
};

const voidInline: Rule = (c, name) => {
  reconstruct(c);
  insertVoid(c, name);
};

const rule: Rule = (c) => {
  closeParagraphInScope(c);
  insertVoid(c, 'hr');
};

const rawBlock: Rule = (c, name) => {
  closeParagraphInScope(c);
  reconstruct(c);
  insertRaw(c, name, false);
};

const adoptBody: Rule = (c) => {
  if (c.openTags[1] === tags.body && c.top >= 1 && !c.isOpen(tags.template)) c.adoptAttributes(c.open[1]);
};

const openNoscript: Rule = (c, name, tag) => {
  if (!c.isFragment) {
    insertNoscript(c);
    return;
  }
  reconstruct(c);
  c.innerNoscripts.push(c.insert(name, tag));
};

const ignored: Rule = () => {};

/** Builds a table of rules by tag number; `otherwise` applies to all other tags. */
function rules(otherwise: Rule, lines: readonly (readonly [string, Rule])[]): readonly Rule[] {
  const table = Array.from({ length: tags.tagCount }, () => otherwise);
  for (const [names, rule] of lines) for (const name of names.split(' ')) table[tags.tagNumber(name)] = rule;
  table[tags.otherTag] = otherwise;
  return table;
}

const blocks =
  'dl ol ul div dir nav main menu aside center figure footer header hgroup dialog details address article search ' +
  'section summary fieldset blockquote figcaption';

const startRules = rules(openOrdinary, [
  ['b i s u em tt big code font small strike strong', openFormatting],
  ['a', openLink],
  ['h1 h2 h3 h4 h5 h6', openHeading],
  [`p ${blocks}`, openBlock],
  ['li dd dt', openItem],
  ['br img wbr area embed keygen input', voidInline],
  ['image', (c) => voidInline(c, 'img', tags.otherTag)],
  ['hr', rule],
  ['rb rtc', openRubyBase],
  ['rt rp', openRubyText],
  ['pre listing', openPreformatted],
  ['xmp', rawBlock],
  ['svg', openSvg],
  ['html', (c) => adoptHtml(c)],
  [
    'base link meta style title script bgsound basefont template noframes',
    (c, name, tag) => void insertMetadata(c, name, tag),
  ],
  ['body', adoptBody],
  ['form', openForm],
  ['nobr', openNobr],
  ['table', openTable],
  ['param track source', (c, name) => insertVoid(c, name)],
  ['button', openButton],
  ['applet object marquee', openObject],
  ['iframe noembed', (c, name) => insertRaw(c, name, false)],
  ['select', openSelect],
  ['option optgroup', openOption],
  ['textarea', (c, name) => insertRaw(c, name, true)],
  ['noscript', openNoscript],
  ['math frameset plaintext', () => unsupported()],
  ['col th td tr head frame tbody tfoot thead caption colgroup', ignored],
]);

const closeBlock: Rule = (c, _name, tag) => {
  if (!c.inScope(tag, tags.scope)) return;
  c.closeImplied();
  c.popUntil(tag);
};

const closeItem: Rule = (c, _name, tag) => {
  if (!c.inScope(tag, tag === tags.li ? tags.listItemScope : tags.scope)) return;
  c.closeImpliedBut(tag);
  c.popUntil(tag);
};

const closeParagraphTag: Rule = (c) => {
  if (!c.inScope(tags.p, tags.buttonScope)) c.insertImplied('p', tags.p);
  c.closeParagraph();
};

const closeHeading: Rule = (c) => {
  if (!c.anyInScope(tags.headings, tags.scope)) return;
  c.closeImplied();
  c.shorten(Math.max(c.indexOfAny(tags.headings), 0));
};

const closeForm: Rule = (c) => {
  const inTemplate = c.isOpen(tags.template);
  const { form } = c;
  if (!inTemplate) c.form = null;
  if ((form === null && !inTemplate) || !c.inScope(tags.form, tags.scope)) return;
  c.closeImplied();
  if (inTemplate) c.popUntil(tags.form);
  else if (form !== null) {
    const at = c.indexOfElement(form);
    if (at !== -1) c.removeAt(at);
  }
};

const closeObject: Rule = (c, name, tag) => {
  if (!c.inScope(tag, tags.scope)) return;
  closeBlock(c, name, tag);
  c.clearFormatting();
};

const closeBreak: Rule = (c) => {
  reconstruct(c);
  c.insertImplied('br', tags.br);
  c.pop();
};

const closeBody: Rule = (c, _name, tag) => {
  if (c.inScope(tags.body, tags.scope)) c.mode = tag === tags.html ? mode.afterAfterBody : mode.afterBody;
};

const endRules = rules(
  (c, name, tag) => closeOrdinary(c, tag, name),
  [
    [
      'a b i s u em tt big code font nobr small strike strong',
      (c, name, tag) => closeFormatting(c, tag, name),
    ],
    ['p', closeParagraphTag],
    [`pre button listing ${blocks}`, closeBlock],
    ['li dd dt', closeItem],
    ['h1 h2 h3 h4 h5 h6', closeHeading],
    ['br', closeBreak],
    ['body html', closeBody],
    ['form', closeForm],
    ['applet object marquee', closeObject],
    ['template', (c) => closeTemplate(c)],
  ],
);

/** Handles a start tag in the insertion mode "in body". */
export function startTagInBody(c: Construction, name: string, tag: number): void {
  (startRules[tag] ?? openOrdinary)(c, name, tag);
}

/** Handles an end tag in the insertion mode "in body". */
export function endTagInBody(c: Construction, name: string, tag: number): void {
  (endRules[tag] ?? ignored)(c, name, tag);
}

/** Handles text in the insertion mode "in body". */
export function textInBody(c: Construction, text: string): void {
  if (c.formatting.length > 0) reconstruct(c);
  c.insertText(text);
}
