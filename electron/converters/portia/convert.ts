import { entriesOf, isObject, memberOf, type PlainObject } from '../../../shared/spider/plain.ts';
import { domainsOf, emptyDraft, type Draft } from '../draft.ts';
import { finish, type ConvertedSpider } from '../finish.ts';
import { Notes } from '../report.ts';
import { NotConvertible, type Converter } from '../source.ts';
import { numberOf, textFrom, textsOf } from '../values.ts';
import type { Expected } from './fields.ts';
import { Pages } from './pages.ts';
import { readProject, type PortiaSpider, type Project } from './project.ts';
import { convertSample } from './samples.ts';
import { convertStartUrls } from './start-urls.ts';

/** Reads projects of Portia. */
export const portia: Converter = {
  recognises: (files) => readProject(files) !== null,
  convert(files) {
    const project = readProject(files);
    if (project !== null) return project.spiders.map((spider) => convertSpider(spider, project));
    throw new NotConvertible(
      'The files are no project of Portia.',
      'Name its folder, or its archive: it has spiders/NAME.json.',
    );
  },
};

const known = new Set(
  'id name start_urls generated_urls start_urls_type links_to_follow follow_patterns exclude_patterns allowed_domains js_enabled js_enable_patterns js_disable_patterns page_actions respect_nofollow template_names templates init_requests version'.split(
    ' ',
  ),
);

function convertSpider({ name, given, samples }: PortiaSpider, project: Project): ConvertedSpider {
  const notes = new Notes();
  const draft = emptyDraft(name);
  if (draft.name === name) notes.kept(`spiders/${name}.json`, `name: ${name}`);
  else
    notes.changed(
      `spiders/${name}.json`,
      `name: ${draft.name}`,
      'A name has letters, digits, "-" and "_" only.',
    );
  for (const path of project.broken) notes.lost(path, 'It is no valid JSON.');
  if (project.name !== null && project.name !== '')
    notes.changed(
      'project.json name',
      `--project ${project.name}`,
      'Spiders go into the project that is named.',
    );
  for (const key of Object.keys(given)) if (!known.has(key)) notes.lost(key, 'Nothing here is like it.');
  convertStartUrls(given, draft, notes);
  convertDomains(
    given,
    samples.map(({ given: sample }) => sample.url),
    draft,
    notes,
  );
  convertRequests(given.init_requests, draft, notes);
  convertBrowser(given, draft, notes);
  if (given.respect_nofollow === true)
    notes.lost('respect_nofollow', 'Links with rel="nofollow" are links; deny keeps a rule from them.');
  const expected: Expected = {};
  const callbacks = samples.flatMap(
    (sample) => convertSample(sample, { project, draft, notes, expected }) ?? [],
  );
  for (const missing of textsOf(given.template_names)) {
    if (!samples.some((sample) => sample.name === missing || sample.given.name === missing))
      notes.lost(`template_names "${missing}"`, 'Its file is not there.');
  }
  new Pages(callbacks, draft, notes).convert(given);
  if (Object.keys(expected).length > 0) {
    draft.expect = { fields: expected };
    notes.from(['expect'], 'items');
    notes.changed(
      'items',
      'expect.fields',
      'An item without a required field is kept, and a run says how many there are.',
    );
  }
  return finish(draft, notes);
}

function convertDomains(given: PlainObject, urls: readonly unknown[], draft: Draft, notes: Notes): void {
  const listed = textsOf(given.allowed_domains);
  if (listed.length > 0) {
    draft.allowed_domains = listed;
    for (const index of listed.keys()) notes.from(['allowed_domains', index], `allowed_domains[${index}]`);
    return notes.kept('allowed_domains', 'allowed_domains');
  }
  const generated = entriesOf(draft.settings.GENERATED_URLS).map((entry) => memberOf(entry, 'template'));
  const all = [...draft.start_urls, ...generated, ...urls].filter((url) => typeof url === 'string');
  draft.allowed_domains = domainsOf(all);
  const why =
    given.allowed_domains === null
      ? 'There every domain is allowed; a crawl here stays on those of its start URLs unless others are added.'
      : 'None are given; those of the start URLs and the samples were taken.';
  notes.changed('allowed_domains', 'allowed_domains', why);
}

/** What a crawl does before its start URLs. A password is never taken over. */
function convertRequests(requests: unknown, draft: Draft, notes: Notes): void {
  for (const [index, request] of entriesOf(requests).entries()) {
    const place = `init_requests[${index}]`;
    const url = memberOf(request, 'url');
    const type = memberOf(request, 'type');
    if (type === 'login')
      notes.lost(
        place,
        'No password is stored here: log in with a browser, "session import" it, and name it by SESSION.',
      );
    else if (type === 'start' && typeof url === 'string') {
      notes.from(['start_urls', draft.start_urls.length], place);
      draft.start_urls.push(url);
      notes.kept(place, 'start_urls');
      if (memberOf(request, 'link_extractor') !== undefined)
        notes.lost(`${place}.link_extractor`, 'Which links are followed is for the rules to say.');
    } else if (type === 'form')
      notes.lost(
        place,
        'Forms that a page has are not filled; start_requests send one whose fields are known.',
      );
    else notes.lost(place, 'Nothing here is like it.');
  }
}

function convertBrowser(given: PlainObject, draft: Draft, notes: Notes): void {
  const actions = entriesOf(given.page_actions);
  if (given.js_enabled !== true) {
    if (actions.length > 0) notes.lost('page_actions', 'js_enabled is off, so nothing is done on pages.');
    return;
  }
  draft.settings.EXTRACTOR_ORDER = ['browser'];
  notes.from(['settings', 'EXTRACTOR_ORDER'], 'js_enabled');
  notes.kept('js_enabled', 'settings.EXTRACTOR_ORDER');
  for (const key of ['js_enable_patterns', 'js_disable_patterns']) {
    if (textsOf(given[key]).length > 0) notes.lost(key, 'The browser renders every page of the crawl.');
  }
  const made = actions.flatMap((action, index) => actionOf(action, `page_actions[${index}]`, notes) ?? []);
  if (made.length > 0) draft.settings.BROWSER_ACTIONS = made;
  notes.from(['settings', 'BROWSER_ACTIONS'], 'page_actions');
}

function actionOf(action: unknown, place: string, notes: Notes): object | null {
  const { type, selector, value, accept, reject, timeout } = isObject(action) ? action : {};
  const on = typeof accept === 'string' && accept !== '' ? { on: [accept] } : {};
  if (typeof reject === 'string' && reject !== '')
    notes.lost(`${place}.reject`, 'An action names the pages that it is for.');
  const target = typeof selector === 'string' && selector !== '' ? selector : null;
  const made =
    type === 'click' && target !== null
      ? { click: target, ...on }
      : (type === 'set' || type === 'select') && target !== null
        ? { fill: target, value: textFrom(value), ...on }
        : type === 'scroll'
          ? { scroll: 'end', ...on }
          : type === 'wait' && target !== null
            ? { wait_for: target, ...on }
            : null;
  if (made !== null) notes.kept(place, 'settings.BROWSER_ACTIONS');
  else {
    const seconds = numberOf(timeout);
    notes.lost(place, seconds === null ? 'Nothing here is like it.' : 'BROWSER_DELAY waits on every page.');
  }
  return made;
}
