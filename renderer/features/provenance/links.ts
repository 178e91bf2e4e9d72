import type { JsonValue, Provenance } from '../../../shared/contract/types.ts';
import { bytes, counted, dateTime, duration } from '../../ui/format.ts';
import { href } from '../../navigation/router.ts';

/** One link of the chain from a value to the site. */
export interface ChainLink {
  id: string;
  title: string;
  /** What is copied. */
  text: string;
  /** Whether it is code or data rather than words. */
  mono: boolean;
  /** More about it, in sentences. */
  details: string[];
  /** A place in the window that shows it. */
  to?: string;
}

/** A value in one text: a text as it is, anything else as JSON. */
const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const languages = { css: 'CSS', xpath: 'XPath', json: 'JSONPath' };
const stepTitles: Readonly<Record<string, string>> = {
  select: 'Selected',
  text: 'As text for its column',
  url: 'URL of the page',
};

/** The chain, from the value to the run. */
export function chainOf(found: Provenance): ChainLink[] {
  return [
    { id: 'value', title: `Value of ${found.path}`, text: textOf(found.value), mono: true, details: [] },
    ...differing(found),
    ...stepsOf(found),
    ...matchOf(found),
    ...selectorOf(found),
    ...strategyOf(found),
    ...callbackOf(found),
    ...pageOf(found),
    ...requestOf(found),
    runOf(found),
  ];
}

function differing({ verdict, extracted }: Provenance): ChainLink[] {
  if (verdict.same !== false) return [];
  return [{ id: 'extracted', title: 'Extracted again', text: textOf(extracted), mono: true, details: [] }];
}

/** The steps from the last back to the selection. */
const stepsOf = ({ steps }: Provenance): ChainLink[] =>
  steps
    .map(({ step, value }, index) => ({
      id: `step-${index}`,
      title: stepTitles[step] ?? `After ${step}`,
      text: textOf(value),
      mono: true,
      details: [],
    }))
    .toReversed();

function matchOf({ taken, matches }: Provenance): ChainLink[] {
  if (taken === null) return [];
  const others =
    matches > 1 ? [`The first of ${counted(matches, 'match', 'matches')} that it was taken from.`] : [];
  const path = taken.path === null ? [] : [`Its path is ${taken.path}.`];
  return [
    { id: 'match', title: 'Match on the page', text: taken.value, mono: true, details: [...others, ...path] },
  ];
}

function selectorOf({ language, selector, scopes, matches }: Provenance): ChainLink[] {
  const around = scopes.map(({ kind, language: of, selector: source, index, total }, at) => ({
    id: `scope-${at}`,
    title: `${kind === 'row' ? 'Row' : 'Entry'} ${index + 1} of ${total} (${languages[of]})`,
    text: source,
    mono: true,
    details: [],
  }));
  if (language === null || selector === null) return around.toReversed();
  const nothing = matches === 0 ? ['It matches nothing on the page.'] : [];
  const own = {
    id: 'selector',
    title: `Selector (${languages[language]})`,
    text: selector,
    mono: true,
    details: nothing,
  };
  return [own, ...around.toReversed()];
}

function strategyOf({ strategy }: Provenance): ChainLink[] {
  if (strategy === null) return [];
  return [
    {
      id: 'strategy',
      title: 'Strategy for articles',
      text: strategy.name,
      mono: true,
      details: strategy.earlier,
    },
  ];
}

function callbackOf({ callback, definition, page, travelled }: Provenance): ChainLink[] {
  const links: ChainLink[] = [];
  if (definition !== null) {
    const text = JSON.stringify(definition, null, 2);
    links.push({ id: 'definition', title: 'Field in the spider', text, mono: true, details: [] });
  }
  if (callback !== null) {
    const details = travelled ? ['It came with a row of this page to the page of the item.'] : [];
    links.push({ id: 'callback', title: 'Callback', text: callback, mono: true, details });
  }
  if (page.decision !== null)
    links.push({
      id: 'rule',
      title: 'Why the page was taken',
      text: page.decision,
      mono: false,
      details: [],
    });
  return links;
}

function pageOf({ page }: Provenance): ChainLink[] {
  const { url, status, statusLine, fetchedAt, sha256, kind, encoding } = page;
  const details = [
    status === null ? null : `The answer was ${statusLine ?? status}.`,
    page.rendered ? 'It is stored as a browser has rendered it.' : null,
    fetchedAt === null ? 'No page is stored.' : `It was received on ${dateTime(fetchedAt)}.`,
    page.bytes === null
      ? null
      : `${(kind ?? 'html').toUpperCase()} in ${encoding ?? 'UTF-8'}, stored as ${bytes(page.bytes)} of text.`,
  ];
  const links: ChainLink[] = [
    { id: 'page', title: 'Page', text: url, mono: true, details: details.filter((each) => each !== null) },
  ];
  if (sha256 !== null) {
    const what = ['It is that of the stored text in UTF-8.'];
    links.push({ id: 'hash', title: 'SHA-256 of the page', text: sha256, mono: true, details: what });
  }
  return links;
}

function requestOf({ page, run }: Provenance): ChainLink[] {
  const { asked, redirects, durationMs, foundOn, headers, request } = page;
  const details = [
    ...redirects.map(({ url, status, refreshSeconds }) =>
      refreshSeconds === undefined
        ? `${url} redirected with status ${status}.`
        : `${url} redirected by a meta refresh after ${refreshSeconds} s.`,
    ),
    ...(durationMs === null ? [] : [`The answer took ${duration(durationMs)}.`]),
    foundOn === null ? 'It was a start URL.' : `Its link was found on ${foundOn}.`,
    headers === null
      ? 'Its headers are not stored.'
      : `${counted(headers.length, 'header')} of the answer are stored.`,
  ];
  const to = href(['run', run, 'requests'], { request });
  return [{ id: 'request', title: 'Request', text: `GET ${asked}`, mono: true, details, to }];
}

function runOf({ run, spider, version }: Provenance): ChainLink {
  const text = `Run ${run} of ${spider}, version ${version}`;
  return { id: 'run', title: 'Run', text, mono: false, details: [], to: href(['run', run]) };
}

/** The chain as a text: for a mail or a report. */
export function chainText(links: readonly ChainLink[]): string {
  return links
    .map(({ title, text, details }) =>
      [`${title}: ${text}`, ...details.map((each) => `  ${each}`)].join('\n'),
    )
    .join('\n');
}
