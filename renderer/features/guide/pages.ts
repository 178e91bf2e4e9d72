import { marked, type Token, type Tokens } from 'marked';

/** A page of the guide. */
export interface GuidePage {
  /** The name of its file without the ending; "README" is the first page. */
  readonly name: string;
  readonly title: string;
  readonly tokens: readonly Token[];
}

/** A part of a page below a heading. */
export interface GuideSection {
  readonly page: string;
  /** The heading's place on the page; null: the beginning of the page. */
  readonly at: string | null;
  readonly title: string;
  /** What is searched: the text of the section in lower case. */
  readonly text: string;
}

/** Whether a token is a heading. */
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** Where a heading is on its page, as links name it: lower case, with hyphens. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const files = import.meta.glob<string>('../../../docs/guide/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The name of the page with the contents. */
export const firstPage = 'README';

const pages: readonly GuidePage[] = Object.entries(files).map(([path, text]): GuidePage => {
  const name = path.replace(/^.*\//u, '').replace(/\.md$/u, '');
  const tokens = marked.lexer(text.replaceAll('\r\n', '\n'));
  return { name, title: tokens.find(isHeading)?.text.replaceAll('`', '') ?? name, tokens };
});

/** A part of the contents. */
export interface GuidePart {
  /** null: the first page, which stands by itself. */
  readonly title: string | null;
  readonly pages: readonly GuidePage[];
}

/** The contents: a part for each heading of the first page, with the pages that its list names. */
export const guideParts: readonly GuidePart[] = readParts();

function readParts(): GuidePart[] {
  const named = (name: string): GuidePage[] => pages.filter((page) => page.name === name);
  const parts: { title: string | null; pages: GuidePage[] }[] = [{ title: null, pages: named(firstPage) }];
  for (const token of named(firstPage).flatMap(({ tokens }) => tokens)) {
    if (isHeading(token) && token.depth === 2) parts.push({ title: token.text, pages: [] });
    if (token.type !== 'list') continue;
    const links = [...token.raw.matchAll(/\]\(([\w-]+)\.md\)/gu)];
    parts.at(-1)?.pages.push(...links.flatMap(([, name = '']) => named(name)));
  }
  return parts;
}

/** All pages, in the order of the contents. */
export const guidePages: readonly GuidePage[] = guideParts.flatMap((part) => part.pages);

/** All sections of all pages. */
const guideSections: readonly GuideSection[] = guidePages.flatMap(({ name, tokens }) => {
  const sections: GuideSection[] = [];
  for (const token of tokens) {
    const last = sections.at(-1);
    if (isHeading(token)) {
      const title = token.text.replaceAll('`', '');
      const at = token.depth === 1 ? null : slugOf(token.text);
      sections.push({ page: name, at, title, text: title.toLowerCase() });
    } else if (last !== undefined) {
      sections[sections.length - 1] = { ...last, text: `${last.text} ${token.raw.toLowerCase()}` };
    }
  }
  return sections;
});

/** The sections that have every word; those with all of them in their heading come first. */
export function searchGuide(search: string): readonly GuideSection[] {
  const words = search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const inTitle = ({ title }: GuideSection): boolean =>
    words.every((word) => title.toLowerCase().includes(word));
  const found = guideSections.filter(({ text }) => words.every((word) => text.includes(word)));
  return [...found.filter(inTitle), ...found.filter((section) => !inTitle(section))];
}
