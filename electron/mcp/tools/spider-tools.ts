import { Type } from 'typebox';
import { Json, nullable, strictObject } from '../../../shared/contract/shapes.ts';
import { maxTextLength } from '../../../shared/spider/limits.ts';
import { ProjectArg, SubjectArgs, subjectOf, textOfSubject, type Named } from '../subject.ts';
import { fetchCalls, fetchInto, pageCalls, pagesOf } from '../subject-pages.ts';
import { tool, type Tool, type ToolContext } from '../tool.ts';

const TextArg = Type.Optional(
  Type.String({
    maxLength: maxTextLength + 1,
    description: 'The text of a spider, in place of a stored one.',
  }),
);

/** Tools that look at spiders and their pages, and fetch pages. */
export const spiderTools: readonly Tool[] = [
  tool({
    name: 'list_spiders',
    title: 'Spiders',
    description: 'The spiders with their last runs, and the drafts of spiders that were never saved.',
    calls: ['spiders.list', 'spiders.drafts'],
    args: { project: ProjectArg },
    async run({ project }, { ask }) {
      const of = project === undefined ? {} : { project };
      const spiders = await ask('spiders.list', of);
      const drafts = await ask('spiders.drafts', of);
      const stored = spiders.map(({ project: own, name, version, hasDraft, description, runs, lastRun }) => ({
        project: own,
        spider: name,
        version,
        hasDraft,
        description,
        runs,
        lastRun:
          lastRun === null ? null : { run: lastRun.id, state: lastRun.state, items: lastRun.counters.items },
      }));
      const unsaved = drafts.map(({ project: own, draft, name, updatedAt }) => ({
        project: own,
        draft,
        name,
        updatedAt,
      }));
      return { head: {}, list: { name: 'spiders', entries: [...unsaved, ...stored] }, isFromPages: false };
    },
  }),
  tool({
    name: 'read_spider',
    title: 'Text of a spider',
    description: 'The present text of a spider or draft, line by line, with its number of lines.',
    calls: ['spiders.get', 'spiders.drafts'],
    args: SubjectArgs,
    async run(named, context) {
      const { text } = await textOfSubject(await subjectOf(named, context), context);
      return {
        head: {},
        list: { name: 'lines', entries: text.replace(/\n$/, '').split('\n'), isText: true },
        isFromPages: false,
      };
    },
  }),
  tool({
    name: 'validate_spider',
    title: 'Check a spider',
    description:
      'Every problem of a spider, draft or text: its JSON pointer, its line, what is wrong and what to do.',
    calls: ['spiders.validate', 'spiders.get', 'spiders.drafts'],
    args: { ...SubjectArgs, text: TextArg },
    result: strictObject({
      valid: Type.Boolean({ description: 'Whether it could be saved; there may be warnings.' }),
      name: nullable(Type.String()),
      problems: Type.Array(Json),
      total: Type.Integer(),
      next: nullable(Type.String()),
    }),
    async run({ text, ...named }, context) {
      const wanted = text ?? (await presentText(named, context));
      const { valid, name, problems } = await context.ask('spiders.validate', { text: wanted });
      const listed = problems.map(({ fixes, ...problem }) => ({ ...problem, fix: fixes[0]?.title ?? null }));
      return { head: { valid, name }, list: { name: 'problems', entries: listed }, isFromPages: false };
    },
  }),
  tool({
    name: 'explain_url',
    title: 'What happens to an address',
    description:
      'What a crawl of a spider, draft or text does with a URL: which rule and pattern decide, step by step, and a better pattern where one nearly matches.',
    calls: ['spiders.explain', 'spiders.get', 'spiders.drafts'],
    args: {
      ...SubjectArgs,
      text: TextArg,
      url: Type.String({ minLength: 1, maxLength: 10_000 }),
    },
    async run({ text, url, ...named }, context) {
      const wanted = text ?? (await presentText(named, context));
      const project = await context.projectOf({ project: named.project, spider: named.spider ?? '' });
      const { steps, ...decided } = await context.ask('spiders.explain', { project, text: wanted, url });
      return { head: decided, list: { name: 'steps', entries: steps }, isFromPages: false };
    },
  }),
  tool({
    name: 'list_pages',
    title: 'Saved pages',
    description: 'The saved pages of a spider or draft, newest first. Other tools take their ids.',
    calls: [...pageCalls],
    args: SubjectArgs,
    async run(named, context) {
      const subject = await subjectOf(named, context);
      const pages = await pagesOf(subject, context);
      const entries = pages.map(({ id, title, url, kind, source, bytes }) => ({
        page: id,
        title,
        url,
        kind,
        source,
        bytes,
      }));
      return { head: {}, list: { name: 'pages', entries }, isFromPages: true };
    },
  }),
  tool({
    name: 'fetch_page',
    title: 'Fetch a page',
    description:
      'Fetches a page as a crawl of the spider or draft would, and saves it to look at, to propose from and to prove by. The address must lie in its allowed_domains.',
    calls: [...fetchCalls, 'spiders.get', 'spiders.drafts'],
    args: {
      ...SubjectArgs,
      url: Type.String({ minLength: 1, maxLength: 10_000 }),
      browser: Type.Optional(
        Type.Boolean({ description: 'Whether a browser renders it. Default: where the settings say so.' }),
      ),
    },
    async run({ url, browser, ...named }, context) {
      const subject = await subjectOf(named, context);
      const { text } = await textOfSubject(subject, context);
      const { page, notes } = await fetchInto(subject, { url, text, browser }, context);
      const { id, title, url: address, kind, bytes } = page;
      return { head: { page: id, title, url: address, kind, bytes, notes }, isFromPages: true };
    },
  }),
];

async function presentText(named: Named, context: ToolContext): Promise<string> {
  return (await textOfSubject(await subjectOf(named, context), context)).text;
}
