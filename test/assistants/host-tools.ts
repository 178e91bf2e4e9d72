import { newSpiderText, spiderNameFor } from '../../shared/spider/new-spider.ts';
import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';
import type { OpenHost } from '../electron/host/open-host.ts';
import type { ToolAnswer, Tools } from './tools.ts';

const seed = '1';

type Args = Readonly<Record<string, unknown>>;
type Run = (args: Args) => Promise<Args>;

class Failed extends Error {
  readonly error: Args;

  constructor(error: Args) {
    super(String(error['message']));
    this.error = error;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The tools of assistants as calls of a host in this process: each does what the tool of its name promises, and no more. */
export function hostTools(host: OpenHost, project = 'default'): Tools {
  async function call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallValue<N>> {
    const answer = await host.ask(name, args);
    if (answer.ok) return answer.value;
    throw new Failed({ ...answer.error });
  }
  const unsaved = (draft: string) => ({ project, spider: null, draft });

  async function draftText(draft: string): Promise<string> {
    const found = (await call('spiders.drafts', { project })).find((each) => each.draft === draft);
    if (found === undefined) throw new Failed({ code: 'unknown-draft', message: 'There is no such draft.' });
    return found.text;
  }

  const tools: Readonly<Record<string, Run>> = {
    async create_spider({ url, choice: wanted }) {
      const text = newSpiderText({ name: spiderNameFor(textOf(url)), url: textOf(url) });
      const kept = await call('spiders.putDraft', {
        ...unsaved(''),
        draft: null,
        text,
        base: null,
        known: null,
      });
      const draft = kept.draft ?? '';
      const { page } = await call('pages.addUrlToDraft', {
        project,
        draft,
        url: textOf(url),
        allowPrivate: true,
      });
      const { state, choices } = await call('pages.propose', { page: page.id });
      const choice = wanted === undefined ? choices[0] : choices.find(({ id }) => id === wanted);
      const begun = { draft, page: page.id, state, choices, choice: choice?.id ?? null };
      if (choice === undefined) return begun;
      const { parts } =
        choice.sample === null
          ? choice
          : (await call('pages.proposeDetails', { page: page.id, choice: choice.id, allowPrivate: true }))
              .choice;
      const written = `${JSON.stringify({ ...JSON.parse(text), ...parts }, null, 2)}\n`;
      await call('spiders.putDraft', { ...unsaved(draft), text: written, base: null, known: kept.revision });
      return begun;
    },
    async fetch_page({ draft, url }) {
      const { page } = await call('pages.addUrlToDraft', {
        project,
        draft: textOf(draft),
        url: textOf(url),
        allowPrivate: true,
      });
      return { page: page.id };
    },
    async list_pages({ draft }) {
      return { pages: await call('pages.listOfDraft', { project, draft: textOf(draft) }) };
    },
    propose_lists: async ({ page }) => ({ ...(await call('pages.propose', { page: textOf(page) })) }),
    propose_pagination: async ({ page }) => {
      const { next, pages, url } = await call('pages.propose', { page: textOf(page) });
      return { next_page: next, numbered: pages, url };
    },
    async read_spider({ draft }) {
      return { text: await draftText(textOf(draft)) };
    },
    async apply_patch(args) {
      const draft = textOf(args['draft']);
      const patched =
        args['undo'] === true
          ? await call('spiders.undoDraft', unsaved(draft))
          : await call('spiders.patchDraft', {
              ...unsaved(draft),
              patch: Array.isArray(args['patch']) ? args['patch'] : [],
            });
      return { valid: patched.valid, problems: patched.problems, steps: patched.steps };
    },
    async prove_spider({ draft }) {
      const { verdict, checks } = await call('proofs.prove', {
        project,
        draft: textOf(draft),
        pages: null,
        seed,
      });
      return { verdict, checks };
    },
    async save_version({ draft, note }) {
      const saved = await call('spiders.save', {
        project,
        spider: null,
        text: await draftText(textOf(draft)),
        base: null,
        draft: textOf(draft),
        proof: 'required',
        origin: 'assistant',
        ...(typeof note === 'string' ? { note } : {}),
      });
      return { spider: saved.spider, version: saved.version };
    },
  };

  return {
    async call(tool, args): Promise<ToolAnswer> {
      const run = tools[tool];
      if (run === undefined) throw new Error(`There is no tool ${tool}.`);
      try {
        return { isError: false, value: await run({ ...args }) };
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        return { isError: true, value: error.error };
      }
    },
  };
}
