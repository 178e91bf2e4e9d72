import { pageParts } from './page-questions.ts';
import { nameParts } from './name-questions.ts';
import { keyQuestions } from './key-questions.ts';
import { textQuestions } from './text-questions.ts';
import type { CallName } from '../../shared/contract/index.ts';
import { keychainCalls } from './keychain-questions.ts';
import { placeRefusals } from './place-questions.ts';
import { fleetQuestions } from './fleet-questions.ts';
import { trashParts, trashQuestions } from './trash-questions.ts';
import type { Subjects } from './question-subjects.ts';
import { question, type Question } from './question.ts';
import { upkeepCommands, upkeepLeftOut } from './upkeep-questions.ts';

/** Calls that are not asked, although they change nothing or a command asks them. */
export const leftOut: Partial<Record<CallName, string>> = {
  ...upkeepLeftOut,
  'api.state': 'Tells what the process that is asked serves; see api-server.integration.test.ts.',
  'app.browser': 'Starts a browser; see browser-command.test.ts.',
  'app.doctor': 'Starts a browser and asks for the keychain; see doctor.test.ts.',
  'app.installBrowser': 'Downloads a browser.',
  'backups.create': 'Writes a file, which a window has to choose; see backup.test.ts.',
  'backups.restore': 'Replaces the workspace under the other doors; see backup.test.ts.',
  'backups.store': 'Uses the network; see cloud-backup.scaled.test.ts.',
  'backups.stored': 'Uses the network; see cloud-backup.scaled.test.ts.',
  'backups.verifyStored': 'Uses the network; see cloud-backup.scaled.test.ts.',
  'backups.restoreStored': 'Replaces the workspace under the other doors; see cloud-backup.scaled.test.ts.',
  'backups.prune': 'Uses the network; see cloud-backup.scaled.test.ts.',
  'backups.storeItems': 'Uses the network; see cloud-backup.scaled.test.ts.',
  'notices.digest': 'Tells when it was asked; see notices.test.ts.',
  'results.file': 'Tells addresses that only its host knows; see window/files.spec.ts.',
  'proofs.verify': 'Reads a folder, which a window has to choose; see prove.test.ts.',
  'backups.verify': 'Reads a file, which a window has to choose; see backup.test.ts.',
  'live.selection': 'Belongs to a window that shows a live page; see live-page.test.ts.',
  'live.state': 'Belongs to a window that shows a live page; see live-page.test.ts.',
  'library.entry': 'Reads a registry; see library.test.ts.',
  'library.import': 'Reads a registry; see library.test.ts.',
  'library.preview': 'Reads a registry; see library.test.ts.',
  'library.publish': 'Writes a registry; see library.test.ts.',
  'library.addRegistry': 'Reads a folder, which a window cannot name; see library.test.ts.',
  'library.registries': 'Tells when it was asked; see library.test.ts.',
  'library.removeRegistry': 'Removes a registry, which can be done once; see library.test.ts.',
  'library.search': 'Tells when it was asked; see library.test.ts.',
  'library.updates': 'Tells when it was asked; see library-updates.test.ts.',
  'library.previewUpdate': 'Reads a registry; see library-updates.test.ts.',
  'library.update': 'Reads a registry; see library-updates.test.ts.',
  'library.rollback': 'Needs an imported spider; see library-updates.test.ts.',
  'packs.create': 'Says with which version it was written; see packs.test.ts.',
  'packs.inspect': 'Needs a file; see packs.test.ts.',
  'packs.import': 'Needs a file; see packs.test.ts.',
  'places.test': 'Uses the network; see cloud-backup.scaled.test.ts.',
  'proxies.test': 'Uses the network; see proxies.test.ts.',
  'queue.status': 'Tells who asks from the others: the processes that carry the queue out.',
  'queue.wait': 'Waits for the end of crawls.',
  ...keychainCalls,
  'results.evidence': 'Starts a browser, and tells when it was asked; see evidence.test.ts.',
};

/** Calls that commands ask on the way, and print in words of their own. */
export const partOfCommands: Partial<Record<CallName, string>> = {
  'spiders.convert': 'A step of "import --from", which then imports what comes out.',
  ...trashParts,
  ...pageParts,
  ...nameParts,
  ...upkeepCommands,
  'queue.check': 'Part of `queue bulk`, where lines of the file cannot be read; see queue.test.ts.',
  'runs.expectations': 'Is told at the end of a crawl, and part of "runs show"; see expectations.test.ts.',
  'health.check': 'Fetches samples; see health.test.ts.',
  'proofs.prove': 'Keeps a proof; see prove.test.ts.',
  'tester.emptyInRun': 'Is part of "runs show"; see misbehaving.test.ts.',
  'exports.saveRecipe': 'Saves an export; see recipes.test.ts.',
  'exports.removeRecipe': 'Removes a saved export; see recipes.test.ts.',
  'exports.runRecipe': 'Writes a file, or starts a program; see recipes.test.ts.',
  'queue.add': 'Queues a crawl; see queue.test.ts.',
  'queue.addMany': 'Queues what a file lists; see queue.test.ts.',
  'queue.addProject': 'Queues all spiders of a project; see queue.test.ts.',
  'queue.cancel': 'Changes an entry, which can be done once; see queue.test.ts.',
  'queue.clear': 'Hides entries, which can be done once; see queue.test.ts.',
  'queue.configure': 'Changes the settings of the queue; see queue.test.ts.',
  'queue.move': 'Changes the order of the queue; see queue.test.ts.',
  'queue.retry': 'Changes an entry, which can be done once; see queue.test.ts.',
  'queue.setPriority': 'Changes the order of the queue; see queue.test.ts.',
  'notices.addChannel': 'Adds a channel; see notices.test.ts.',
  'notices.channels': 'Is printed in words of its own; see notices.test.ts.',
  'notices.configure': 'Changes the settings of notices; see notices.test.ts.',
  'notices.removeChannel': 'Removes a channel; see notices.test.ts.',
  'notices.test': 'Sends a notice; see notices.test.ts.',
  'runs.accept': 'Follows a run that extracted again; refused for every other run.',
  'schedules.ticks': 'Is part of "schedule show"; see schedule-command.test.ts.',
  'runs.wait': 'Ends a crawl that a command has begun; see samples.test.ts.',
  'results.columns': 'Is asked for the names of conditions; see filters.test.ts.',
  'repair.byItself': 'Ends a crawl that a command has begun; see repair.test.ts.',
  'spiders.save': 'Saves what was repaired; see repair.test.ts.',
  'projects.create': 'Makes the project of imported defaults; see many-spiders.test.ts.',
  'projects.setDefaults': 'Changes the defaults; see many-spiders.test.ts.',
  'spiders.changeMany': 'Adds versions; see many-spiders.test.ts.',
  'spiders.exportAll': 'Is written to files; see many-spiders.test.ts.',
};

const project = 'default';

/** Only these keys of an object, in any order. */
function pick(keys: string): (whole: object) => object {
  const wanted = new Set(keys.split(' '));
  return (whole) => Object.fromEntries(Object.entries(whole).filter(([key]) => wanted.has(key)));
}

const listedSpider = pick('name project version runs createdAt updatedAt');
const listedRun = pick(
  'id spider project version kind source acceptedAt replacedBy state breaches reason cause counters startedAt endedAt',
);
const problem = pick('pointer line column code severity message hint');

/** What is asked of every door. Calls that change something are asked for what they refuse or what changes nothing. */
export function sharedQuestions(subjects: Subjects): Question[] {
  return [
    ...aboutTheApplication(),
    ...aboutSpiders(subjects),
    ...aboutRuns(subjects),
    ...aboutItems(subjects),
    ...aboutPages(subjects),
    ...refusals(subjects),
  ];
}

function aboutTheApplication(): Question[] {
  return [
    question('app.info', {}),
    question('app.status', {}),
    question('app.preferences', {}),
    question('app.newerVersion', {}),
    question('app.defaults', {}, ['settings', 'defaults']),
    question('projects.list', {}, ['projects', 'list']),
    question('queue.list', {}, ['queue', 'list'], ({ entries }: { entries: object[] }) => entries),
    question('queue.get', { entry: 'none' }),
    question('queue.check', { entries: [{ project: 'default', spider: 'none' }] }),
    question('projects.overview', { project }),
    question('health.last', { project }),
    question('health.last', { project: 'none' }),
    question('projects.overview', { project: 'none' }),
    question('notices.channels', {}),
    question('schedules.list', {}, ['schedule', 'list']),
    question('schedules.get', { schedule: 'none' }, ['schedule', 'show', 'none']),
    question('schedules.ticks', { schedule: 'none' }),
    question('schedules.preview', { cron: '0 0 1 1 *', zone: 'Europe/Berlin' }),
    question('schedules.preview', { cron: '61 * * * *' }),
    question('notices.digests', {}),
    question('proxies.list', {}, ['proxies', 'list']),
    question('proxies.useSystem', { used: true }, ['proxies', 'system', 'on']),
    question('proxies.system', {}, ['proxies', 'system']),
    question('places.list', {}, ['places', 'list']),
    ...keyQuestions(),
    question('retention.rules', {}, ['retention', 'show']),
    question('retention.preview', {}, ['retention', 'preview']),
    question('retention.preview', { project: 'none' }, ['retention', 'preview', '--project', 'none']),
    question('backups.plans', {}, ['backup', 'schedules']),
    ...fleetQuestions,
  ];
}

function aboutSpiders({ spider, text, spiderFile, url }: Subjects): Question[] {
  const its = { project, spider };
  return [
    question('spiders.list', {}, ['spiders', 'list'], (spiders: object[]) => spiders.map(listedSpider)),
    question('spiders.get', its),
    ...trashQuestions(its),
    question('spiders.versions', its),
    question('proofs.list', its, ['spiders', 'proofs', spider]),
    question('proofs.get', { ...its, id: 'none' }),
    question(
      'spiders.version',
      { ...its, version: 1 },
      ['spiders', 'show', spider, '--version', '1'],
      ({ version, text: stored }: { version: { number: number; createdAt: string }; text: string }) => ({
        ...{ name: spider, project, version: version.number, createdAt: version.createdAt },
        ...{ text: stored, document: JSON.parse(stored) as unknown },
      }),
    ),
    question('spiders.export', its),
    question('projects.defaults', { project }, ['projects', 'defaults']),
    question('storage.runs', { ...its, offset: 0, limit: 20 }, ['storage', 'show', spider]),
    question(
      'spiders.validate',
      { text },
      ['validate', spiderFile],
      ({ valid, problems }: { valid: boolean; problems: object[] }) => [
        { file: spiderFile, valid, problems: problems.map(problem) },
      ],
    ),
    question(
      'spiders.import',
      { project, text, file: spiderFile, dryRun: true },
      ['import', spiderFile, '--dry-run'],
      pick('spider project version created unchanged'),
    ),
    ...textQuestions(project),
    question('spiders.explain', { ...its, url }, ['explain', url, '--spider', spider]),
    question('history.show', { ...its, limit: 50 }, ['spiders', 'memory', spider], (memory: object) => ({
      ...its,
      ...memory,
    })),
  ];
}

function aboutRuns({ run: completed, request, runs, spider }: Subjects): Question[] {
  const [other = completed] = runs;
  return [
    question('runs.list', {}, ['runs', 'list'], ({ runs: all }: { runs: object[] }) => all.map(listedRun)),
    ...runs.map((run) =>
      question(
        'runs.show',
        { run },
        ['runs', 'show', run],
        ({ run: summary, ...details }: { run: object }) => ({ ...summary, ...details, tiers: undefined }),
      ),
    ),
    question('runs.get', { run: completed }),
    question('runs.retention', { run: completed }),
    question('runs.pin', { run: 'none', pinned: true }, ['runs', 'pin', 'none']),
    question('repair.falls', { run: completed }),
    question('repair.mode', { project, spider }),
    question(
      'repair.setMode',
      { project, spider, byItself: false },
      ['repair', spider, '--by-itself', 'off'],
      (mode: object) => ({
        ...{ spider, project },
        ...mode,
      }),
    ),
    question('tester.emptyInRun', { run: completed }),
    question(
      'repair.propose',
      { run: completed },
      ['repair', spider, '--run', completed],
      (proposal: object) => ({
        ...{ spider, project },
        ...proposal,
        applied: null,
      }),
    ),
    question('runs.expectations', { run: completed }),
    question('runs.proposeExpect', { run: completed, ranges: false }, ['runs', 'expect', completed]),
    question('runs.wait', { run: completed }),
    question('runs.series', { run: completed, buckets: 10 }),
    question(
      'runs.events',
      { run: completed, since: 0 },
      ['runs', 'tail', completed],
      ({ events }: { events: unknown }) => events,
    ),
    question('runs.requests', { run: completed, offset: 0, limit: 10 }),
    question('runs.request', { request }),
    question('runs.hosts', { run: completed, offset: 0, limit: 10 }),
    question('runs.compare', { before: completed, after: completed }, ['runs', 'diff', completed, completed]),
    question('runs.compare', { before: other, after: completed, key: ['title'] }),
    question('runs.differences', { before: other, after: completed, kind: 'added', offset: 0, limit: 10 }),
    question('runs.history', { project, spider, limit: 5 }),
  ];
}

function aboutItems({ spider, run }: Subjects): Question[] {
  const source = { project, spider, run };
  const view = { source };
  const dataset = { project, spider, run: 'dataset' };
  return [
    question(
      'results.items',
      { source, offset: 0, limit: 100 },
      ['show', spider, '--run', run],
      ({ items }: { items: { metadata: object }[] }) =>
        items.map(({ metadata, ...columns }) => ({ ...columns, metadata_json: metadata })),
    ),
    question('results.item', { item: '1' }),
    question('results.history', { item: '1', limit: 10 }),
    question('results.query', {
      view: { source: dataset },
      columns: ['title', 'gone'],
      offset: 0,
      limit: 10,
    }),
    question(
      'results.items',
      { source: dataset, offset: 0, limit: 100 },
      ['show', spider, '--run', 'dataset'],
      ({ items }: { items: { metadata: object; dataset: object; problems: object[] }[] }) =>
        items.map(({ metadata, dataset: facts, ...columns }) => ({
          ...columns,
          metadata_json: metadata,
          ...facts,
        })),
    ),
    question('exports.preview', { view: { source: dataset }, columns: null, format: 'jsonl', limit: 3 }),
    question('results.provenance', { item: '1', column: 'title' }),
    question('results.columns', { source }),
    question('results.query', { view, columns: ['title', 'tags'], offset: 0, limit: 10 }),
    ...['title', 'tags', 'note', 'list'].map((column) => question('results.distribution', { view, column })),
    question('exports.preview', { view, columns: null, format: 'csv', limit: 3 }),
    question('exports.list', {}),
    question('exports.recipes', { project, spider }, ['recipes', 'list', spider]),
  ];
}

/** A page that was saved, a page that a run has stored, and the same page as a file. */
function aboutPages({
  spider,
  text,
  spiderFile,
  markup,
  pageFile,
  url,
  page,
  request,
}: Subjects): Question[] {
  const data = Buffer.from(markup).toString('base64');
  const document = { kind: 'content', name: pageFile, data, url } as const;
  const analyze = ['analyze', pageFile, '--url', url];
  const selector = 'h1::text';
  const [callback, wanted] = ['product', 'Shoe'];
  return [
    question('pages.list', { project, spider }, ['pages', 'list', spider]),
    question('pages.source', { page, offset: 0, length: 1000 }),
    question('pages.preview', { page }),
    question('pages.propose', { page }),
    question('pages.previewRequest', { request }),
    question('pages.treeOfRequest', { request, openTo: 2, toggled: [], from: 0, count: 100 }),
    question('pages.pictures', {
      project,
      urls: ['https://example.org/a.png'],
      fetch: false,
      allowPrivate: false,
    }),
    question('tester.callback', { page, text, callback }),
    question('tester.selector', { page, language: 'css', selector }),
    question('tester.article', { page, text }),
    question('tester.links', { page, text }),
    question('tester.given', { page, text }),
    question('tester.pages', { project, spider, text, callback }),
    question('tester.empty', { project, spider, text }),
    question('tests.list', { project, spider }),
    question('tests.run', { project, spider, text, rows: true }),
    question('tests.drift', { project, spider, text }),
    question('tester.suggest', { page, elements: [5] }),
    question('tester.relocate', { page, language: 'css', selector }),
    question('tester.complete', { page, before: 'h' }),
    question('tester.columns', { page, rows: selector }),
    question('tester.tree', { page, openTo: 2, toggled: [], from: 0, count: 100 }),
    question('tester.outline', { page }),
    question('tester.find', { page, text: wanted }),
    question('tester.analyze', { page }),
    question('documents.analyze', { document }, analyze, ({ analysis }: { analysis: unknown }) => analysis),
    question(
      'documents.propose',
      { document },
      ['propose', pageFile, '--url', url],
      ({ proposal }: { proposal: unknown }) => proposal,
    ),
    question(
      'documents.select',
      { document, language: 'css', selector },
      [...analyze, '--test', selector],
      ({ selection }: { selection: unknown }) => selection,
    ),
    question(
      'documents.extract',
      { document, text, file: spiderFile, callback },
      [...analyze, '--spider', spiderFile, '--callback', callback],
      ({ extraction }: { extraction: unknown }) => extraction,
    ),
    question(
      'documents.extract',
      { document, text, file: spiderFile, callback: 'rows' },
      [...analyze, '--spider', spiderFile, '--callback', 'rows'],
      ({ extraction }: { extraction: unknown }) => extraction,
    ),
    question('tester.callback', { page, text, callback: 'rows' }),
    question(
      'documents.find',
      { document, text: wanted },
      [...analyze, '--find', wanted],
      ({ found }: { found: unknown }) => found,
    ),
  ];
}

/** What goes wrong is the same at every door, too. */
function refusals({ run, spider }: Subjects): Question[] {
  const [nothing, none, ofNoProject] = ['99', 'shopp', ['--project', 'none']] as const;
  const proxy = { project, tier: 'residential', secret: null } as const;
  return [
    question('runs.show', { run: nothing }, ['runs', 'show', nothing]),
    question('runs.compare', { before: run, after: nothing }, ['runs', 'diff', run, nothing]),
    question('runs.reextract', { run: nothing }, ['runs', 'reextract', nothing]),
    question('runs.get', { run: nothing }, ['runs', 'delete', nothing, '--force']),
    question('runs.delete', { run: nothing }, ['runs', 'delete', nothing, '--force']),
    question('runs.requeue', { run: nothing }, ['runs', 'requeue', nothing]),
    question('runs.pause', { run }, ['runs', 'pause', run]),
    question('runs.stop', { run }, ['runs', 'stop', run]),
    question('runs.exclude', { run, pattern: '/calendar/' }, ['runs', 'exclude', run, '/calendar/']),
    question('repair.propose', { run: nothing, against: null }, ['repair', spider, '--run', nothing]),
    question('schedules.add', { project, spider: none, cron: '0 2 * * *' }, [
      ...['schedule', 'add', none, '--cron', '0 2 * * *'],
    ]),
    question('schedules.update', { schedule: nothing, missed: 'skip' }, [
      ...['schedule', 'change', nothing, '--missed', 'skip'],
    ]),
    question('schedules.remove', { schedule: nothing }, ['schedule', 'remove', nothing]),
    question('runs.resume', { run }, ['runs', 'resume', run]),
    question('runs.start', { project, spider: none, limit: null }, ['crawl', none]),
    question('spiders.get', { project, spider: none }, ['spiders', 'show', none]),
    question('spiders.delete', { project, spider: none, dryRun: true }, ['spiders', 'delete', none]),
    question(
      'exports.start',
      {
        view: { source: { project, spider: none, run: 'latest' } },
        ...{ format: 'json', columns: null, target: { kind: 'download' } },
      },
      ['export', none, '--format', 'json'],
    ),
    question('history.show', { project: 'none', spider, limit: 50 }, [
      ...['spiders', 'memory', spider],
      ...ofNoProject,
    ]),
    question('history.clear', { project: 'none', spider, url: null }, [
      ...['spiders', 'memory', spider, '--reset', '--force'],
      ...ofNoProject,
    ]),
    ...placeRefusals(),
    question('proxies.add', { ...proxy, url: 'ftp://10.0.0.7' }, [
      ...['proxies', 'add', 'residential', 'ftp://10.0.0.7'],
    ]),
    question('proxies.remove', { ...proxy, url: 'http://10.0.0.9:3128' }, [
      ...['proxies', 'remove', 'residential', 'http://10.0.0.9:3128'],
    ]),
    question('pages.source', { page: nothing, offset: 0, length: 10 }),
    question('pages.listOfDraft', { project, draft: nothing }),
    question('tester.selector', { page: nothing, language: 'css', selector: 'h1' }),
  ];
}
