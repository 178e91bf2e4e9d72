import { Type } from 'typebox';
import type { ProofCheck } from '../../../shared/contract/types.ts';
import { PatchOperationSchema } from '../../../shared/contract/calls/drafts.ts';
import { Id, Json, nullable, strictObject } from '../../../shared/contract/shapes.ts';
import { patchText, type PatchOperation } from '../../../shared/spider/json-patch.ts';
import { HostError } from '../../host/errors.ts';
import { choicePatch } from '../choice-patch.ts';
import { requireNoNewDomain } from '../domains.ts';
import { SubjectArgs, subjectOf, textOfSubject, type Subject } from '../subject.ts';
import { tool, type Tool, type ToolContext } from '../tool.ts';

/** The seed that decides which pages are held back, as in the window and on the command line. */
const seed = '1';
/** Characters of a note that the program adds its own words to. */
const noteLength = 700;

/** The argument that names a draft as calls of drafts take it. */
const draftRef = (subject: Subject) => ({
  project: subject.project,
  spider: subject.kind === 'stored' ? subject.spider : null,
  draft: subject.kind === 'stored' ? null : subject.draft,
});

/** Tools that change a draft, judge it, and save it once it is proved. */
export const authorTools: readonly Tool[] = [
  tool({
    name: 'apply_patch',
    title: 'Change a draft',
    description:
      'Changes the draft of a spider: by a JSON Patch (RFC 6902), all of it or nothing; by a choice of propose_lists; or by taking the last patch back. Nothing is saved as a version. Answers with the problems of the new text. It cannot allow new domains.',
    calls: ['spiders.patchDraft', 'spiders.undoDraft', 'spiders.get', 'spiders.drafts', 'pages.propose'],
    args: {
      ...SubjectArgs,
      patch: Type.Optional(Type.Array(PatchOperationSchema, { minItems: 1, maxItems: 200 })),
      choice: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'The id of a choice of the page `page`.' }),
      ),
      page: Type.Optional(Type.String({ ...Id, description: 'With `choice`: the page that it is of.' })),
      undo: Type.Optional(Type.Boolean({ description: 'Takes the last patch back.' })),
    },
    result: strictObject({
      revision: Type.String(),
      steps: Type.Integer({ description: 'How many patches can be taken back.' }),
      valid: Type.Boolean({ description: 'Whether it could be saved.' }),
      problems: Type.Array(Json),
      total: Type.Integer(),
      next: nullable(Type.String()),
    }),
    async run({ patch, choice, page, undo, ...named }, context) {
      const { ask } = context;
      const subject = await subjectOf(named, context);
      const ref = draftRef(subject);
      const wanted = onlyOne({ patch, choice, undo });
      if (wanted === 'undo') return changed(await ask('spiders.undoDraft', ref));
      const { text, revision } = await textOfSubject(subject, context);
      const operations = patch ?? (await operationsOf(text, { choice: choice ?? '', page }, context));
      return changed(await patchDraft(subject, { text, revision, operations }, context));
    },
  }),
  tool({
    name: 'prove_spider',
    title: 'Judge a spider',
    description:
      'Judges a draft, or a stored spider with its edits, by eleven checks on its saved pages and those of its runs, offline and without a model. Answers with the checks, those that failed first: the place in the spider, the page, what is expected, what is there.',
    calls: ['proofs.prove', 'spiders.get', 'spiders.drafts'],
    args: SubjectArgs,
    result: strictObject({
      note: Type.String(),
      verdict: Type.String({
        description: '"proved"; "refused": a check failed; "incomplete": more pages are needed.',
      }),
      pages: Type.Integer(),
      held: Type.Integer({ description: 'How many of the pages were held back.' }),
      checks: Type.Array(Json),
      total: Type.Integer(),
      next: nullable(Type.String()),
    }),
    async run(named, context) {
      const subject = await subjectOf(named, context);
      const { text, revision } = await textOfSubject(subject, context);
      const { project } = subject;
      const which =
        subject.kind === 'draft'
          ? { draft: subject.draft }
          : { spider: subject.spider, ...(revision === null ? {} : { text }) };
      const { verdict, checks, certificate } = await context.ask('proofs.prove', {
        project,
        ...which,
        pages: null,
        seed,
      });
      const { pages } = certificate;
      const order = ['fail', 'not-run', 'pass'];
      const sorted = checks.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
      return {
        head: { verdict, pages: pages.length, held: pages.filter(({ isHeld }) => isHeld).length },
        list: { name: 'checks', entries: sorted.map(briefCheck) },
        isFromPages: true,
      };
    },
  }),
  tool({
    name: 'save_version',
    title: 'Save a proved spider',
    description:
      'Saves a draft as a version of its spider. Refused unless prove_spider has proved exactly its present text.',
    calls: ['spiders.save', 'spiders.get', 'spiders.drafts'],
    args: {
      ...SubjectArgs,
      note: Type.Optional(
        Type.String({ maxLength: noteLength, description: 'What the version is for, or what it changes.' }),
      ),
      model: Type.Optional(Type.String({ maxLength: 100, description: 'The model that wrote it.' })),
    },
    result: strictObject({
      project: Type.String(),
      spider: Type.String(),
      version: Type.Integer(),
      created: Type.Boolean(),
      unchanged: Type.Boolean(),
      problems: Type.Array(Json),
    }),
    async run({ note = '', model, ...named }, context) {
      const { ask, client } = context;
      const subject = await subjectOf(named, context);
      const { text, base, revision } = await textOfSubject(subject, context);
      const author = `By ${(client ?? 'an assistant').slice(0, 100)}${model === undefined ? '' : ` with ${model}`}.`;
      const saved = await ask('spiders.save', {
        ...draftRef(subject),
        text,
        base,
        note: note === '' ? author : `${note}\n${author}`,
        origin: 'assistant',
        proof: 'required',
        ...(revision === null ? {} : { knownDraft: revision }),
      });
      return { head: { ...saved }, isFromPages: false };
    },
  }),
];

/** A check without what it does not say. */
const briefCheck = ({ number, name, result, problems }: ProofCheck) => ({
  number,
  name,
  result,
  ...(problems.length === 0 ? {} : { problems }),
});

/** A patch of a draft whose present text is known. */
interface DraftPatch {
  text: string;
  revision: string | null;
  operations: readonly PatchOperation[];
}

/**
 * Makes a patch in a draft, unless it allows a new domain.
 * @throws HostError `bad-patch`, `outside-domains`, `draft-conflict`
 */
export async function patchDraft(
  subject: Subject,
  { text, revision, operations }: DraftPatch,
  { ask }: ToolContext,
) {
  const after = patchText(text, operations);
  // What is wrong with an operation is said by the call.
  if ('text' in after) requireNoNewDomain(text, after.text);
  const known = revision === null ? {} : { known: revision };
  return ask('spiders.patchDraft', { ...draftRef(subject), patch: [...operations], ...known });
}

function changed({ revision, steps, valid, problems }: Awaited<ReturnType<typeof patchDraft>>) {
  return {
    head: { revision, steps, valid },
    list: { name: 'problems', entries: problems },
    isFromPages: false,
  };
}

/** Which one of the ways to change a draft is asked for. @throws HostError `bad-arguments` where it is not one */
function onlyOne(ways: { patch?: unknown; choice?: unknown; undo?: boolean | undefined }): string {
  const given = Object.entries(ways).filter(([, value]) => value !== undefined && value !== false);
  const [first] = given;
  if (first !== undefined && given.length === 1) return first[0];
  throw new HostError(
    'bad-arguments',
    'Give one of "patch", "choice" and "undo".',
    'A patch is a list such as [{"op": "replace", "path": "/rules/0/follow", "value": true}].',
    { pointer: '/patch' },
  );
}

async function operationsOf(
  text: string,
  { choice: id, page }: { choice: string; page: string | undefined },
  { ask }: ToolContext,
): Promise<PatchOperation[]> {
  if (page === undefined)
    throw new HostError('bad-arguments', 'A choice needs the page that it is of.', 'Add "page".', {
      pointer: '/page',
    });
  const { choices } = await ask('pages.propose', { page });
  const choice = choices.find((one) => one.id === id);
  if (choice === undefined) {
    const hint =
      choices.length === 0 ? 'The page has none.' : `It has ${choices.map((one) => one.id).join(', ')}.`;
    throw new HostError('unknown-choice', `The page has no choice "${id}".`, hint);
  }
  const operations = choicePatch(text, choice.parts);
  if (operations !== null && operations.length > 0) return operations;
  throw new HostError(
    'bad-patch',
    operations === null ? 'The text of the draft is broken.' : 'The draft has all of the choice already.',
    operations === null ? 'Take the last patch back with "undo".' : null,
  );
}
