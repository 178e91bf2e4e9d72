import { isComment, isDocument, isTag, isText, type AnyNode, type Document, type Element } from 'domhandler';
import { loginRoad } from '../../../shared/roads.ts';
import { asksForLogin } from '../analyze/login-form.ts';
import { describeScriptMade, scriptMadeOf } from '../analyze/script-made.ts';
import { shorten } from '../text.ts';
import { parsePage } from '../tree.ts';
import { nextNode } from '../xpath/nodes.ts';
import { matchesIn, type Places } from './places.ts';
import { matchesWord } from './repair.ts';

/** Characters of documents in frames and of comments that are read. */
const maxParsed = 300_000;

/** Parts of a page that selectors do not look into. */
interface HiddenParts {
  templates: { document: Document; owner: Element }[];
  frames: Element[];
  comments: string[];
}

/**
 * Looks for what a selector selects where selectors do not look: in a template, a shadow root, the document of a frame or a comment.
 * @returns the line; null: it is not there either
 */
export function hiddenPlace(places: Places, language: 'css' | 'xpath', source: string): string | null {
  if (places.isInner) return null;
  const { templates, frames, comments } = hiddenIn(places.root);
  for (const { document, owner } of templates) {
    const inside = language === 'css' ? document.children.filter(isTag) : [document];
    // A path from "/" begins at the page, not at the template.
    const within = language === 'xpath' ? source.replace(/^\s*(?=\/)/, '.') : source;
    const matches = matchesIn(inside, language, within).length;
    if (matches === 0) continue;
    return owner.attribs['shadowrootmode'] === undefined
      ? `It has ${matchesWord(matches)}, but only inside <template>, which selectors do not look into.`
      : `It has ${matchesWord(matches)}, but only in the shadow root of <${hostOf(owner)}>, which selectors do not look into.`;
  }
  let left = maxParsed;
  for (const frame of frames) {
    const text = frame.attribs['srcdoc'] ?? '';
    left -= text.length;
    const matches = left < 0 ? 0 : matchesIn([parsePage(text).document], language, source).length;
    if (matches > 0) {
      return `It has ${matchesWord(matches)}, but only in the srcdoc of ${describe(frame)}, which is a page of its own.`;
    }
  }
  for (const text of comments) {
    left -= text.length;
    const matches = left < 0 ? 0 : matchesIn([parsePage(text).document], language, source).length;
    if (matches > 0) return `It has ${matchesWord(matches)}, but only in a comment of the page.`;
  }
  return null;
}

const hostOf = ({ parent }: Element): string => (parent !== null && isTag(parent) ? parent.name : 'html');

/** Names an element by its id, its class or its source. */
function describe({ name, attribs }: Element): string {
  for (const attribute of ['id', 'name', 'src', 'type', 'class']) {
    const value = attribs[attribute];
    if (value !== undefined && value !== '') return `<${name} ${attribute}="${shorten(value, 60)}">`;
  }
  return `<${name}>`;
}

function hiddenIn(root: AnyNode): HiddenParts {
  const parts: HiddenParts = { templates: [], frames: [], comments: [] };
  for (let node: AnyNode | null = root; node !== null; node = nextNode(node, root)) {
    if (isComment(node)) {
      if (node.data.includes('</') || node.data.includes('/>')) parts.comments.push(node.data);
    } else if (isTag(node)) {
      const [first] = node.children;
      if (first !== undefined && isDocument(first)) parts.templates.push({ document: first, owner: node });
      else if (node.attribs['srcdoc'] !== undefined) parts.frames.push(node);
    }
  }
  return parts;
}

/** Says that what a selector selects is on the page, but outside the rows or entries; null: it is not. */
export function outsidePlaces(places: Places, language: 'css' | 'xpath', source: string): string | null {
  if (!places.isInner) return null;
  const matches = matchesIn([places.root], language, source).length;
  return matches === 0 ? null : `It has ${matchesWord(matches)} on the page, but none ${places.where}.`;
}

/** Frames above which a page is no frame around another one. */
const maxFrames = 3;

/**
 * Where what a selector looks for may be instead: in the JSON of a script, in the page of a frame, or only there once scripts have run.
 * @returns a sentence; null: nothing is known
 */
export function otherPlace({ root }: Places, source: string): string | null {
  const elements: Element[] = [];
  for (let node: AnyNode | null = root; node !== null; node = nextNode(node, root)) {
    if (isTag(node)) elements.push(node);
  }
  const data = inScript(elements, source);
  if (data !== null) return data;
  if (asksForLogin(elements, null)) return `The page asks for a login. ${loginRoad(null)}`;
  const made = scriptMadeOf(elements);
  if (made !== null) return describeScriptMade(made);
  const frames = elements.filter(isShownFrame);
  const [frame] = frames;
  return frame === undefined || frames.length > maxFrames
    ? null
    : `It may be in ${describe(frame)}, which is a page of its own.`;
}

const isShownFrame = ({ name, attribs }: Element): boolean =>
  (name === 'iframe' || name === 'frame') &&
  /^(?:https?:|\/|\.|\w)/.test(attribs['src'] ?? '') &&
  !/^(?:about|javascript|data):/i.test(attribs['src'] ?? '') &&
  !['0', '1'].includes(attribs['width'] ?? '') &&
  !/display:\s*none|visibility:\s*hidden/i.test(attribs['style'] ?? '');

/** Says that the JSON of a script has a name that a selector has, too; null: none does. */
function inScript(elements: readonly Element[], source: string): string | null {
  const words = new Set(source.match(/[A-Za-z]{4,}/g));
  for (const script of elements) {
    if (script.name !== 'script' || !/json/i.test(script.attribs['type'] ?? '')) continue;
    const [first] = script.children;
    const text = first !== undefined && isText(first) ? first.data : '';
    for (const word of words) {
      if (text.includes(`"${word}"`)) {
        return `The JSON in ${describe(script)} has "${word}"; take it from there by "css" and "json_path".`;
      }
    }
  }
  return null;
}
