import type { CallValue } from '../../../../shared/contract/index.ts';
import { inProject } from '../../../../shared/spider/in-project.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { checkedSpider } from '../../data/checked-spider.ts';
import { withArgs } from '../../data/run-args.ts';
import { HostError } from '../../errors.ts';
import { serveHostJobs, type JobResult } from '../../threads/serve-host-jobs.ts';
import type { ScrapeJob, ScrapeWorkerData } from './messages.ts';
import { ScrapeSession, type Scraped } from './scrape-session.ts';

/** How long a session without a page stays open, in milliseconds, and how many do at most. */
const idle = { forMs: 60_000, most: 16 } as const;

interface Open {
  session: Promise<ScrapeSession>;
  pages: number;
  timer: NodeJS.Timeout | null;
}

/** Entry of the thread that takes single pages. `scraper.ts`, which starts it, types its jobs. */
serveHostJobs((here: ScrapeWorkerData) => {
  const sessions = new Map<string, Open>();

  function close(key: string, { session, timer }: Open): void {
    if (timer !== null) clearTimeout(timer);
    sessions.delete(key);
    session.then((opened) => opened.close()).catch(() => undefined);
  }

  function sessionOf(key: string, job: ScrapeJob): Open {
    const known = sessions.get(key);
    if (known !== undefined) return known;
    const { project, allowPrivate } = job;
    const session = Promise.resolve().then(() =>
      ScrapeSession.open({ ...here, project, spider: spiderOf(job), allowPrivate }),
    );
    const opened: Open = { session, pages: 0, timer: null };
    sessions.set(key, opened);
    session.catch(() => sessions.delete(key));
    for (const [other, open] of sessions)
      if (sessions.size > idle.most && open.pages === 0 && open !== opened) close(other, open);
    return opened;
  }

  return async (name, job: never, { signal }): Promise<JobResult> => {
    const asked: ScrapeJob = job;
    if (name !== 'page') throw new HostError('unknown-call', `Taking a page cannot do "${name}".`);
    const { url, callback, ...spider } = asked;
    const key = JSON.stringify(spider);
    const open = sessionOf(key, asked);
    open.pages += 1;
    if (open.timer !== null) clearTimeout(open.timer);
    try {
      const session = await open.session;
      const value = scrapedPage(await orAborted(session.page(url, callback, signal), signal));
      return { value };
    } finally {
      open.pages -= 1;
      if (open.pages === 0) {
        open.timer = setTimeout(() => close(key, open), idle.forMs);
        open.timer.unref();
      }
    }
  };
});

/** Rejects at once when the time is over; what is under way ends by itself. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new HostError('cancelled', 'It was cancelled.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject);
  });
}

function spiderOf({ name, text, defaults, args }: ScrapeJob): Spider {
  const { spider } = checkedSpider(text, `"${name}"`);
  return checkedSpider(inProject(withArgs(spider, args), defaults), `"${name}" in its project`).spider;
}

function scrapedPage({ output, fetchedAt, ...page }: Scraped): CallValue<'scrape.page'> {
  const items = output.items.map(({ title, content, author, published_date, metadata, problems }) => ({
    title,
    content,
    author,
    published_date,
    metadata,
    problems,
  }));
  const leading = output.rows.map(({ values, problems }) => ({
    title: null,
    content: null,
    author: null,
    published_date: null,
    metadata: values,
    problems,
  }));
  const all = [...items, ...leading];
  const [first = { title: null, content: null, author: null, published_date: null, metadata: {} }] = all;
  const { title, content, author, published_date: date, metadata } = first;
  return {
    ...page,
    title,
    content,
    author,
    date,
    metadata,
    items: all,
    fetchedAt: new Date(fetchedAt).toISOString(),
  };
}
