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

/** The order in which the contents list the pages. */
const order = [
  firstPage,
  'first-spider',
  'lists',
  'details',
  'json',
  'schedules',
  'exports',
  'troubleshooting',
  'reference-document',
  'reference-settings',
  'reference-processors',
  'reference-errors',
];

const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

/** All pages, in the order of the contents. */
export const guidePages: readonly GuidePage[] = Object.entries(files)
  .map(([path, text]): GuidePage => {
    const name = path.replace(/^.*\//u, '').replace(/\.md$/u, '');
    const tokens = marked.lexer(text.replaceAll('\r\n', '\n'));
    return { name, title: tokens.find(isHeading)?.text.replaceAll('`', '') ?? name, tokens };
  })
  .sort((a, b) => place(a.name) - place(b.name));

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
