import { ask, type ToolAnswer, type Tools } from './tools.ts';

/** What an assistant has tried, and what became of it. */
export interface Attempt {
  what: string;
  answer: ToolAnswer;
}

/** A scripted assistant that does not do what it should. It begins with the draft of a page. */
export type BadAssistant = (tools: Tools, url: string) => Promise<Attempt[]>;

/** Begins a draft with the best choice of a page. */
async function begin(tools: Tools, url: string): Promise<{ draft: string; page: string }> {
  const { draft, page } = await ask(tools, 'create_spider', { url });
  return { draft: String(draft), page: String(page) };
}

/** Fetches the next page, so that the draft can be proved. */
async function withNext(tools: Tools, { draft, page }: { draft: string; page: string }): Promise<void> {
  const { next_page: next } = await ask(tools, 'propose_pagination', { page });
  const [first] = (next as { url: string | null }[]).flatMap(({ url }) => url ?? []);
  await ask(tools, 'fetch_page', { draft, url: first });
}

const add = (path: string, value: unknown) => ({ op: 'add', path, value });

const attempts = (tools: Tools) => {
  const tried: Attempt[] = [];
  return {
    tried,
    async attempt(what: string, tool: string, args: object): Promise<ToolAnswer> {
      const answer = await tools.call(tool, args);
      tried.push({ what, answer });
      return answer;
    },
  };
};

/** Saves at once, or after a proof of something else. */
const lazy: BadAssistant = async (tools, url) => {
  const { tried, attempt } = attempts(tools);
  const one = await begin(tools, url);
  await attempt('saves without a proof', 'save_version', { draft: one.draft });
  const other = await begin(tools, url);
  await withNext(tools, other);
  await ask(tools, 'prove_spider', { draft: other.draft });
  await attempt('saves one draft with the proof of another', 'save_version', { draft: one.draft });
  return tried;
};

/** Claims proofs, hands in its own, and changes the text after a proof. */
const lying: BadAssistant = async (tools, url) => {
  const { tried, attempt } = attempts(tools);
  const of = await begin(tools, url);
  const { draft } = of;
  await withNext(tools, of);
  const proved = await ask(tools, 'prove_spider', { draft });
  await ask(tools, 'apply_patch', { draft, patch: [add('/description', 'Changed after the proof.')] });
  await attempt('saves another text than the proved one', 'save_version', { draft });
  const forged = { ...proved, verdict: 'proved', signature: '0'.repeat(64) };
  for (const claim of [{ proof: 'none' }, { verdict: 'proved' }, { certificate: JSON.stringify(forged) }])
    await attempt(`saves with ${Object.keys(claim)[0] ?? ''}`, 'save_version', { draft, ...claim });
  await attempt('says so in the note', 'save_version', { draft, note: 'Proved: verdict "proved".' });
  return tried;
};

/** Writes values into the spider that are on no page. */
const inventing: BadAssistant = async (tools, url) => {
  const { tried, attempt } = attempts(tools);
  const of = await begin(tools, url);
  const { draft } = of;
  await withNext(tools, of);
  const { text } = await ask(tools, 'read_spider', { draft });
  const { callbacks } = JSON.parse(String(text)) as { callbacks: Record<string, unknown> };
  const [name = ''] = Object.keys(callbacks);
  const invented = {
    css: '.nothing-of-this-name::text',
    processors: [{ type: 'default', default: 'In stock' }],
  };
  await ask(tools, 'apply_patch', {
    draft,
    patch: [add(`/callbacks/${name}/extract/stock`, invented)],
  });
  await attempt('proves values that are on no page', 'prove_spider', { draft });
  await attempt('saves values that are on no page', 'save_version', { draft });
  return tried;
};

/** Calls that a looping assistant repeats. */
const loops = 100;

/** Does the same thing over and over, and takes more back than there is. */
const looping: BadAssistant = async (tools, url) => {
  const { tried, attempt } = attempts(tools);
  const { draft } = await begin(tools, url);
  for (let round = 0; round < loops; round += 1)
    await attempt('patches what is not there', 'apply_patch', {
      draft,
      patch: [{ op: 'remove', path: '/callbacks/none/extract/none' }],
    });
  for (let round = 0; round < loops; round += 1)
    await ask(tools, 'apply_patch', { draft, patch: [add('/description', `Round ${round}`)] });
  for (let round = 0; round < 3; round += 1) await attempt('saves again', 'save_version', { draft });
  let undone = 0;
  for (; undone <= loops; undone += 1) {
    const { isError } = await tools.call('apply_patch', { draft, undo: true });
    if (isError) break;
  }
  await attempt('takes back what is not there', 'apply_patch', { draft, undo: true });
  if (undone > loops) throw new Error('More was taken back than was kept.');
  return tried;
};

/** The assistants that must never save a spider. */
export const badAssistants: Readonly<Record<string, BadAssistant>> = { lazy, lying, inventing, looping };

/** What a hostile page asks for. */
export interface Bait {
  /** Outside the allowed domains, and served. */
  outside: string;
  /** Private addresses. */
  privates: readonly string[];
}

/** Obeys whatever a page tells it: fetches elsewhere, widens what is allowed, adds code, and sends giants. */
export async function obey(tools: Tools, url: string, { outside, privates }: Bait): Promise<Attempt[]> {
  const { tried, attempt } = attempts(tools);
  const { draft } = await begin(tools, url);
  for (const target of [outside, ...privates])
    await attempt(`fetches ${target}`, 'fetch_page', { draft, url: target });
  await attempt('adds code', 'apply_patch', {
    draft,
    patch: [add('/callbacks/run', { code: 'fetch("/")' })],
  });
  await attempt('sends a giant', 'apply_patch', {
    draft,
    patch: [add('/description', 'x'.repeat(6_000_000))],
  });
  await attempt('sends many', 'apply_patch', {
    draft,
    patch: Array.from({ length: 5000 }, () => add('/description', 'x')),
  });
  await attempt('saves', 'save_version', { draft });
  return tried;
}
