import type { ProposedChoice, ProposedList, ProposedSource } from '../../../shared/contract/types.ts';
import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import type { Page } from '../../extract/page.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { draftSource, type DraftedSource } from './draft-source.ts';
import { draftThing } from './draft-thing.ts';
import { findSources } from './find-sources.ts';
import { findThing } from './find-thing.ts';
import { seenTexts } from './seen-texts.ts';
import { sourceChoices } from './source-choices.ts';

/** What is known of a page whose sources are looked for. */
export interface SourceFacts {
  url: string;
  rendered: boolean;
  durationMs: number | null;
  context: PageContext;
  answers: readonly NetworkAnswer[];
  /** Whether the page seems to be a list. */
  isList: boolean;
}

/** The JSON that carries what is seen in the lists of a page, and the spiders that read it instead. */
export function proposeSources(
  page: Page,
  lists: readonly ProposedList[],
  facts: SourceFacts,
): { sources: ProposedSource[]; choices: ProposedChoice[] } {
  const found = findSources(page, lists, facts);
  const { url, context } = facts;
  const fetchedAt = context.fetchedAt;
  const texts = found.length === 0 ? new Set<string>() : seenTexts(page);
  const drafted = found.flatMap((source) => draftSource(source, { url, fetchedAt, texts }) ?? []);
  const offered = drafted
    .map((source, index) => ({ source, choices: sourceChoices(source, index, facts) }))
    .filter(({ choices }) => choices.length > 0);
  const thing = findThing(page, facts);
  const single = thing === null ? null : draftThing(thing, offered.length, { ...facts, fetchedAt });
  return {
    sources: [
      ...offered.map(({ source }) => describe(source, facts.url)),
      ...(single === null ? [] : [single.source]),
    ],
    choices: [...(single === null ? [] : [single.choice]), ...offered.flatMap(({ choices }) => choices)],
  };
}

function describe({ found, list, notes }: DraftedSource, page: string): ProposedSource {
  const { origin, match } = found;
  const told = { list, of: found.list, seen: match.rows, missing: match.missing, notes };
  if (origin.kind === 'script')
    return { kind: 'script', url: page, method: 'GET', body: null, script: origin.script.css, ...told };
  const { url, method, requestBody } = origin.answer;
  return { kind: 'request', url, method, body: requestBody, script: null, ...told };
}
