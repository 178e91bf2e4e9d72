import { ask, type Tools } from './tools.ts';
import { repairsOf, type Failure } from './repairs.ts';

/** What a person wants of a page. */
export interface Intent {
  url: string;
  /** The rows of the page, of all pages of the list, or also of the pages that rows lead to. */
  scope: 'page' | 'all' | 'details';
}

/** How far an assistant came. */
export interface Made {
  draft: string;
  verdict: string;
  /** Checks that failed in the last proof. */
  failures: Failure[];
  /** The spider that was saved; null: none. */
  spider: string | null;
  /** Calls of tools. */
  rounds: number;
}

interface Choice {
  id: string;
  scope: string;
}

/** Pages that are fetched besides the first: following ones, and those of rows. */
const following = 2;
const ofRows = 4;
/** Proofs until a person is asked. */
const mostProofs = 5;

/** A careful assistant without a model: it begins with proposals, proves, mends what the proof names, and saves what is proved. */
export async function makeSpider(given: Tools, { url, scope }: Intent): Promise<Made> {
  let rounds = 0;
  const tools: Tools = {
    call(tool, args) {
      rounds += 1;
      return given.call(tool, args);
    },
  };
  const best = await ask(tools, 'create_spider', { url });
  const choice = chosen(best['choices'] as Choice[], scope);
  const isOther = choice !== null && choice.id !== best['choice'];
  const { draft, page } = isOther ? await ask(tools, 'create_spider', { url, choice: choice.id }) : best;
  const of = { draft: String(draft) };
  const made = { draft: of.draft, verdict: 'none', failures: [] as Failure[], spider: null, rounds };
  if (choice === null) return { ...made, rounds };
  if (choice.scope !== 'page') await fetchFollowing(tools, of, String(page));
  const list = listOf(choice);
  if (choice.scope === 'details' && list !== null) await fetchOfRows(tools, of, { page: String(page), list });
  for (let proof = 1; proof <= mostProofs; proof += 1) {
    const proved = await ask(tools, 'prove_spider', of);
    made.verdict = String(proved['verdict']);
    made.failures = failuresOf(proved['checks']);
    if (made.verdict === 'proved') {
      const { isError, value } = await tools.call('save_version', {
        ...of,
        note: 'By the scripted assistant.',
      });
      if (!isError) return { ...made, spider: String(value['spider']), rounds };
      if (value['code'] !== 'name-taken') break;
      // Another name is another text, so it is proved again.
      const { name } = JSON.parse(String((await ask(tools, 'read_spider', of))['text'])) as { name: string };
      const path = '/name';
      await ask(tools, 'apply_patch', {
        ...of,
        patch: [{ op: 'replace', path, value: `${name}-${of.draft}` }],
      });
      continue;
    }
    const { text } = await ask(tools, 'read_spider', of);
    const patch = repairsOf(String(text), made.failures);
    if (patch.length === 0) break;
    const patched = await tools.call('apply_patch', { ...of, patch });
    if (patched.isError) break;
    if (patched.value['valid'] !== true) await ask(tools, 'apply_patch', { ...of, undo: true });
  }
  return { ...made, rounds };
}

/** The position of the list that a choice takes; null: none. */
function listOf({ id }: Choice): number | null {
  const position = /^list-(\d+)-/.exec(id)?.[1];
  return position === undefined ? null : Number(position);
}

/** The first choice of the scope, or else the first list. */
function chosen(choices: readonly Choice[], scope: Intent['scope']): Choice | null {
  const lists = choices.filter((choice) => listOf(choice) !== null);
  return lists.find((choice) => choice.scope === scope) ?? lists[0] ?? choices[0] ?? null;
}

async function fetchFollowing(tools: Tools, of: { draft: string }, first: string): Promise<void> {
  const known = new Set<string>();
  let page = first;
  for (let step = 0; step < following; step += 1) {
    const { next_page: next, url } = await ask(tools, 'propose_pagination', { page });
    known.add(String(url));
    const address = (next as { url: string | null }[]).flatMap((each) => each.url ?? [])[0];
    if (address === undefined || known.has(address)) return;
    const { isError, value } = await tools.call('fetch_page', { ...of, url: address });
    if (isError) return;
    page = String(value['page']);
  }
}

async function fetchOfRows(
  tools: Tools,
  of: { draft: string },
  { page, list }: { page: string; list: number },
): Promise<void> {
  const { lists } = await ask(tools, 'propose_lists', { page });
  const rows = (lists as { detail: { examples: string[] } | null }[])[list]?.detail?.examples ?? [];
  for (const url of rows.slice(0, ofRows)) await tools.call('fetch_page', { ...of, url });
}

function failuresOf(checks: unknown): Failure[] {
  return (checks as (Omit<Failure, 'check'> & { number: number; result: string; problems: Failure[] })[])
    .filter(({ result }) => result === 'fail')
    .flatMap(({ number, problems }) => problems.map((problem) => ({ ...problem, check: number })));
}
