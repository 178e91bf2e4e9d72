import { Type } from 'typebox';
import type { Proposal, ProposedChoice, SavedPage } from '../../../shared/contract/types.ts';
import { Id, Json, Name, nullable, strictObject } from '../../../shared/contract/shapes.ts';
import { newSpiderText, spiderNameFor, typedAddress } from '../../../shared/spider/new-spider.ts';
import { HostError, toHostError } from '../../host/errors.ts';
import { choicePatch } from '../choice-patch.ts';
import { isCovered } from '../domains.ts';
import { ProjectArg, textOfSubject, type Subject } from '../subject.ts';
import { fetchCalls, fetchInto } from '../subject-pages.ts';
import { tool, type Tool, type ToolContext } from '../tool.ts';
import { patchDraft } from './author-tools.ts';
import { briefChoice } from './propose-tools.ts';

/** Detail pages that are fetched as evidence. */
const evidencePages = 2;

/** The tool that begins a spider. */
export const createTool: Tool = tool({
  name: 'create_spider',
  title: 'Begin a spider',
  description:
    'Makes a draft from an address that the person gave: fetches the page, proposes what to take from it, writes the best choice, and fetches a few more pages of the site to prove it by. Nothing is saved as a version.',
  calls: [
    'spiders.putDraft',
    'spiders.discardDraft',
    'spiders.drafts',
    'spiders.get',
    'spiders.patchDraft',
    ...fetchCalls,
    'pages.propose',
    'pages.proposeDetails',
  ],
  args: {
    url: Type.String({ minLength: 1, maxLength: 10_000 }),
    project: ProjectArg,
    name: Type.Optional(Type.String({ ...Name, description: 'Default: from the address.' })),
    choice: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The id of a choice. Default: the best.' }),
    ),
    browser: Type.Optional(Type.Boolean({ description: 'Whether a browser renders the page. Default: no.' })),
  },
  result: strictObject({
    note: Type.String(),
    project: Type.String(),
    draft: Id,
    page: Type.String({ description: 'The saved page of the address.' }),
    state: { ...Json, description: 'What the page is, and what to do next.' },
    choice: nullable(Type.String(), { description: 'The choice that was written; null: none, see `state`.' }),
    fields: { ...Json, description: 'The fields that the choice takes, with a first value.' },
    evidence: { ...Json, description: 'Further pages that were fetched, or why not.' },
    choices: Type.Array(Json),
    total: Type.Integer(),
    next: nullable(Type.String()),
  }),
  async run({ url: typed, project: given, name, choice: wanted, browser }, context) {
    const url = typedAddress(typed);
    if (url === null)
      throw new HostError(
        'bad-url',
        `"${typed.slice(0, 200)}" is no address of a page.`,
        'Give an http(s) address.',
        {
          pointer: '/url',
        },
      );
    const project = await context.projectOf({ project: given, spider: '' });
    const text = newSpiderText({ name: name ?? spiderNameFor(url), url });
    const { draft, revision } = await context.ask('spiders.putDraft', {
      project,
      spider: null,
      draft: null,
      text,
      base: null,
      known: null,
    });
    if (draft === null) throw new HostError('internal', 'The draft got no id.');
    const subject: Subject = { kind: 'draft', project, draft };
    try {
      const { page, notes } = await fetchInto(subject, { url, text, browser }, context);
      const proposal = await context.ask('pages.propose', { page: page.id });
      const begun = await begin(subject, { page, proposal, wanted }, context);
      const { state, choices } = proposal;
      return {
        head: { project, draft, page: page.id, state: { ...state, notes }, ...begun },
        list: { name: 'choices', entries: choices.map(briefChoice) },
        isFromPages: true,
      };
    } catch (error) {
      // Once it is written, nothing fails any more, so it still has its first revision.
      const discarded = { project, spider: null, draft, known: revision };
      await context.ask('spiders.discardDraft', discarded).catch(() => undefined);
      throw error;
    }
  },
});

interface Beginning {
  page: SavedPage;
  proposal: Proposal;
  /** The id of the choice that is asked for; undefined: the best. */
  wanted: string | undefined;
}

/** Writes a choice into the draft, and fetches pages to prove it by. */
async function begin(subject: Subject, { page, proposal, wanted }: Beginning, context: ToolContext) {
  const { text, revision } = await textOfSubject(subject, context);
  const chosen = choiceOf(proposal.choices, wanted);
  if (chosen === null) return { choice: null, fields: {}, evidence: [] };
  const looked = await lookedAt(page, chosen, text, context);
  const operations = choicePatch(text, looked.choice.parts) ?? [];
  const written =
    operations.length === 0
      ? text
      : (await patchDraft(subject, { text, revision, operations }, context)).text;
  const found: { page?: string; url: string; problem?: string }[] = [...looked.evidence];
  for (const url of evidenceOf(chosen, proposal, written))
    found.push(
      await fetchInto(subject, { url, text: written }, context).then(
        (fetched) => ({ page: fetched.page.id, url }),
        (error: unknown) => ({ url, problem: toHostError(error).message }),
      ),
    );
  const list = chosen.list === null ? null : proposal.lists[chosen.list];
  const fields = (list?.fields ?? proposal.structured?.fields ?? []).map(
    ({ name, samples }): [string, string | null] => [name, samples[0] ?? null],
  );
  return {
    choice: chosen.id,
    fields: Object.fromEntries(fields),
    evidence: found,
  };
}

/** The choice with the fields of a detail page, where it needs one of this site. */
async function lookedAt(
  page: SavedPage,
  choice: ProposedChoice,
  text: string,
  { ask, allowPrivate }: ToolContext,
) {
  const { id, sample } = choice;
  if (sample === null || !isCovered(text, sample)) return { choice, evidence: [] };
  const looked = await ask('pages.proposeDetails', {
    page: page.id,
    choice: id,
    allowPrivate,
    withinDomains: true,
  }).catch((error: unknown) => ({ choice, page: null, notes: [toHostError(error).message] }));
  const { notes, page: detail } = looked;
  if (detail === null) return { choice, evidence: [{ url: sample, problem: notes.join(' ') }] };
  return { choice: looked.choice, evidence: [{ page: detail.id, url: sample }] };
}

/** Addresses of further pages of each kind that the choice takes. */
function evidenceOf(
  { scope, list, sample }: ProposedChoice,
  { lists, next }: Proposal,
  text: string,
): string[] {
  const following =
    scope === 'page' || scope === 'single' ? [] : next.flatMap(({ url }) => url ?? []).slice(0, 1);
  const detail = list === null || scope !== 'details' ? null : (lists[list]?.detail ?? null);
  const details = (detail?.examples ?? []).filter((url) => url !== sample).slice(0, evidencePages);
  return [...following, ...details].filter((url) => isCovered(text, url));
}

function choiceOf(choices: readonly ProposedChoice[], wanted: string | undefined): ProposedChoice | null {
  if (wanted === undefined) return choices[0] ?? null;
  const found = choices.find(({ id }) => id === wanted);
  if (found !== undefined) return found;
  throw new HostError(
    'unknown-choice',
    `The page has no choice "${wanted}".`,
    choices.length === 0 ? 'It has none.' : `It has ${choices.map(({ id }) => id).join(', ')}.`,
    { pointer: '/choice' },
  );
}
