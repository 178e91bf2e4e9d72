import type { Person } from '../../../test/e2e/window/person.ts';
import type { Studio } from '../../../test/e2e/window/studio.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { Callback } from '../../../shared/spider/schema.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { Hits } from '../is-right.ts';
import { Hands } from './hands.ts';
import type { PageSite } from './page-site.ts';
import { columnsOf, type WantedRows } from './wanted-rows.ts';

/** How far someone came with a page. */
export interface Visit {
  /** What they did, in words. */
  readonly did: readonly string[];
  readonly reached: boolean;
  /** What was not as it should be, in words; empty: the first proposal was right. */
  readonly why: readonly string[];
}

/** A person at the window of a studio, and the page that they want something from. */
export interface Place {
  readonly person: Person;
  readonly studio: Studio;
  readonly site: PageSite;
}

type Proposal = CallValue<'pages.propose'>;
type Item = CallValue<'results.items'>['items'][number];

const project = 'default';

/** From the address of a page to its records as rows of the site. */
export async function visitList(place: Place, wanted: WantedRows): Promise<Visit> {
  const { person } = place;
  const why: string[] = [];
  const ended = (reached: boolean): Visit => ({ did: person.did, reached, why });
  const spider = await begin(place, why);
  if (spider === null) return ended(false);
  const proposal = await proposalFor(place, spider);
  const rights = proposal.lists.map((list) => wanted.areEnough(wanted.hitsOf(callbackOf(list))));
  const right = rights.indexOf(true);
  const offered = proposal.choices[0]?.list ?? null;
  const hands = new Hands(person, wanted);
  if (right === -1) {
    why.push(whyNone(proposal, wanted));
    const problem = await hands.makeRows();
    if (problem !== null) why.push(problem);
    if (problem !== null) return ended(false);
  } else {
    if (right !== offered) {
      why.push(
        offered === null ? `state said ${proposal.state.kind}` : `list ${right + 1} of ${rights.length}`,
      );
      await person.chooseSubject(placeOf(proposal, right));
    }
    await person.take();
  }
  const list = proposal.lists[right];
  const rows = list === undefined ? await hands.rowsShown() : takenRows(list);
  const before = person.did.length;
  await hands.addColumns(rows, list ?? null);
  if (right !== -1 && person.did.length > before) {
    why.push(`columns: ${columnsOf(rows)} of ${wanted.columns}`);
  }
  const items = await trySite(place, spider);
  const taken = await takenBy(place, spider, wanted);
  const columns = columnsOf(items.map(valuesOf));
  const reached = wanted.areEnough(taken) && items.length >= wanted.rows && columns >= wanted.columns;
  if (!reached) {
    why.push(
      `at the end ${taken.hits} right rows of ${taken.found}, ${items.length} from the site, ${columns} of ${wanted.columns} columns`,
    );
  }
  return ended(reached);
}

/** From the address of a page to the next page. @param next the links that lead there, as the page writes them */
export async function visitNext(place: Place, next: readonly string[]): Promise<Visit> {
  const { person, site } = place;
  const why: string[] = [];
  const ended = (reached: boolean): Visit => ({ did: person.did, reached, why });
  const spider = await begin(place, why);
  if (spider === null) return ended(false);
  const proposal = await proposalFor(place, spider);
  const [best] = proposal.choices;
  const whole = proposal.choices.find(({ list, scope }) => list === best?.list && scope === 'all');
  if (whole === undefined) {
    why.push(
      best === undefined
        ? `nothing to take, state said ${proposal.state.kind}`
        : `no whole list, ${proposal.next.length} next found`,
    );
    return ended(false);
  }
  await person.take();
  await trySite(place, spider);
  const reached = next.some((href) => site.wasAskedFor(href));
  if (!reached) why.push(`another page was followed: ${proposal.next[0]?.href ?? 'none'}`);
  return ended(reached);
}

/** Reads the page. @returns the spider that was made of it; null: none was */
async function begin({ person, site }: Place, why: string[]): Promise<string | null> {
  await person.readAddress(site.url);
  if (await person.startNotice.isVisible()) {
    why.push(`at the start: ${((await person.startNotice.textContent()) ?? '').slice(0, 80)}`);
    const button = person.startNotice.getByRole('button');
    if ((await button.count()) === 0) return null;
    await person.click(button.first(), 'the step of the notice');
    await person.page.getByRole('region', { name: 'This page' }).waitFor();
  }
  const name = /#\/spider\/[^/]+\/([^/]+)\//u.exec(
    await person.page.evaluate(() => window.location.hash),
  )?.[1];
  return name === undefined ? null : decodeURIComponent(name);
}

async function proposalFor({ studio }: Place, spider: string): Promise<Proposal> {
  const [page] = await studio.call('pages.list', { project, spider });
  if (page === undefined) throw new Error('The spider has no page.');
  return studio.call('pages.propose', { page: page.id });
}

/** What an item has of its page. */
const valuesOf = ({ title, content, author, published_date, metadata }: Item): Record<string, unknown> => ({
  title,
  content,
  author,
  published_date,
  ...metadata,
});

/** The callback that a list becomes. */
const callbackOf = ({
  selector,
  fields,
}: Proposal['lists'][number]): Pick<Callback, 'iterate' | 'extract'> => ({
  iterate: { selector },
  extract: Object.fromEntries(fields.map(({ name, definition }) => [name, definition])),
});

/** The first rows of a list with the columns that are taken of it. */
const takenRows = ({ rows, fields }: Proposal['lists'][number]): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(fields.map(({ name }) => [name, row[name]])));

/** The place of a list among what the window offers: each list once, and each choice for no list. */
function placeOf({ choices }: Proposal, wanted: number): number {
  const lists = choices.map(({ list }) => list);
  return lists.filter((list, at) => list === null || lists.indexOf(list) === at).indexOf(wanted);
}

/** Why no list is right: what the one that comes closest takes. */
function whyNone({ lists, state }: Proposal, wanted: WantedRows): string {
  const counts = lists.map((list) => wanted.hitsOf(callbackOf(list)));
  const [best] = counts.toSorted((a, b) => b.hits - a.hits);
  if (best === undefined || best.hits === 0) return `no list has the records, state said ${state.kind}`;
  return `best list has ${best.hits} of ${best.wanted} records in ${best.found} rows`;
}

/** Tries the spider. @returns what the site gave */
async function trySite({ person, studio }: Place, spider: string): Promise<Item[]> {
  const tried = await person.tryIt();
  await tried
    .getByText(/Completed|Stopped|Failed/u)
    .first()
    .waitFor();
  const { runs } = await studio.call('runs.list', { project, limit: 1 });
  const [run] = runs;
  if (run === undefined) return [];
  const source = { project, spider, run: run.id };
  return (await studio.call('results.items', { source, offset: 0, limit: 100 })).items;
}

/** The rows that the saved spider takes from the page. */
async function takenBy({ studio }: Place, spider: string, wanted: WantedRows): Promise<Hits> {
  const { text } = await studio.call('spiders.get', { project, spider });
  const callbacks = Object.values(validateSpider(text).spider?.callbacks ?? {});
  return wanted.hitsOf(callbacks.find(({ iterate }) => iterate !== null && iterate !== undefined) ?? {});
}
