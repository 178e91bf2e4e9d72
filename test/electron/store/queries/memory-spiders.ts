import { createHash } from 'node:crypto';
import { notFound } from '../../../../electron/store/errors.ts';
import type { SpiderName } from '../../../../electron/store/history/crawl-history-queries.ts';
import type {
  ImportedDocument,
  NewVersion,
  SavedVersion,
  SaveResult,
  SpiderQueries,
  SpiderRow,
  SpiderVersion,
  VersionSummary,
} from '../../../../electron/store/spiders/spider-queries.ts';
import type { VersionOrigin } from '../../../../shared/spider/version-origins.ts';
import { isSameDocument } from '../../../../electron/store/spiders/same-document.ts';
import { draftTable } from './memory-drafts.ts';
import { isoTime, type Spider, type Tables } from './memory-tables.ts';

/** Adds a version to a spider, which is added where it is not there. */
function addVersion(
  tables: Tables,
  { project, spider: name }: SpiderName,
  { text, origin, note = null }: { text: string; origin: VersionOrigin; note?: string | null },
): void {
  const { spiders } = tables.project(project);
  const createdAt = isoTime(tables.now);
  const spider: Spider = spiders.get(name) ?? {
    id: tables.newId(),
    createdAt,
    versions: [],
    runs: [],
    pages: new Map(),
    cached: new Set(),
    draft: null,
    health: null,
    proofs: [],
  };
  spiders.set(name, spider);
  spider.versions.push({
    id: tables.newId(),
    number: spider.versions.length + 1,
    text,
    createdAt,
    note,
    label: null,
    origin,
  });
  const version = spider.versions.length;
  tables.tell({ kind: 'spider', subject: spider.id, project, spider: name, what: 'saved', version });
}

export function spidersOf(tables: Tables): SpiderQueries {
  const drafts = draftTable(tables);

  function versions(of: SpiderName): SpiderVersion[] {
    const { versions: kept = [], runs = [] } = tables.spider(of) ?? {};
    const all = kept.map(({ text, ...version }) => ({
      ...of,
      ...version,
      text,
      hash: createHash('sha256').update(text).digest('hex'),
      characters: Array.from(text).length,
      runs: runs.filter((run) => run.row.version === version.number).length,
    }));
    return all.toReversed();
  }

  const newestOf = (of: SpiderName): SpiderVersion | null => versions(of)[0] ?? null;

  function iconOf({ project, spider }: SpiderName): string | null {
    const pages = [...tables.savedPages.values()].map(({ row }) => row).toReversed();
    const newest = pages.find((row) => row.project === project && row.spider === spider && row.icon !== null);
    return newest?.icon ?? null;
  }

  function rowOf(of: SpiderName): SpiderRow | null {
    const spider = tables.spider(of);
    const newest = newestOf(of);
    if (spider === null || newest === null) return null;
    return {
      project: of.project,
      name: of.spider,
      version: newest.number,
      runs: spider.runs.length,
      hasDraft: spider.draft !== null,
      icon: iconOf(of),
      createdAt: spider.createdAt,
      updatedAt: newest.createdAt,
    };
  }

  function all(): SpiderName[] {
    const names = [...tables.projects].flatMap(([project, { spiders }]) =>
      [...spiders.keys()].map((spider) => ({ project, spider })),
    );
    return names.toSorted((a, b) => (`${a.project} ${a.spider}` < `${b.project} ${b.spider}` ? -1 : 1));
  }

  function rename({ project, spider }: SpiderName, name: string, version: number): void {
    const renamed = tables.spider({ project, spider });
    if (renamed === null || spider === name) return;
    tables.projects.get(project)?.spiders.set(name, renamed).delete(spider);
    if (renamed.draft !== null) renamed.draft = { ...renamed.draft, spider: name };
    for (const { row } of tables.savedPages.values())
      if (row.project === project && row.spider === spider) row.spider = name;
    for (const { row } of tables.queue.entries)
      if (row.project === project && row.spider === spider && row.spiderExists) row.spider = name;
    for (const { row } of tables.schedules.values())
      if (row.project === project && row.spider === spider) row.spider = name;
    const changed = { subject: renamed.id, project, spider: name, version };
    tables.tell({ kind: 'spider', ...changed, what: 'renamed', before: spider });
  }

  /** Why a version cannot be saved; null: it can. */
  function refusal({
    project,
    spider,
    name,
    base,
  }: NewVersion): Exclude<SaveResult, { kind: 'saved' }> | null {
    const newest = spider === null ? null : newestOf({ project, spider });
    if (spider !== null && newest === null) throw notFound(`spider "${spider}"`);
    if (newest !== null && base !== 'any' && base !== newest.number)
      return { kind: 'stale', newest: newest.number };
    return name !== spider && tables.spider({ project, spider: name }) !== null ? { kind: 'taken' } : null;
  }

  /** Whether the text of a version is proved, in its spider or in a draft that is saved with it. */
  function isProved({ project, spider, text, discards = [] }: NewVersion): boolean {
    const hash = hashOf(text);
    const own = spider === null ? [] : (tables.spider({ project, spider })?.proofs ?? []);
    const ofDrafts = discards.flatMap(({ place, seen }) => {
      const draft = drafts.seen(place, seen);
      return draft === null ? [] : (tables.draftProofs.get(draft.id) ?? []);
    });
    return [...own, ...ofDrafts].some(
      (proof) => proof.hash === hash && proof.verdict === 'proved' && proof.source === 'own-pages',
    );
  }

  /** Gives what drafts have to the spider and the version that they have become. */
  function moveEvidence(ids: readonly string[], { of, text }: { of: SpiderName; text: string }): void {
    const version = tables.spider(of)?.versions.findLast((each) => each.text === text)?.number ?? 0;
    for (const id of ids) {
      for (const { row } of tables.savedPages.values())
        if (row.draft === id) Object.assign(row, { spider: of.spider, draft: null });
      for (const proof of tables.draftProofs.get(id) ?? [])
        if (proof.hash === hashOf(text)) tables.spider(of)?.proofs.push({ ...proof, version });
      tables.draftProofs.delete(id);
    }
  }

  function store({
    project,
    spider,
    name,
    text,
    note,
    origin = 'edit',
    discards = [],
    revisesDraft,
  }: NewVersion): SavedVersion {
    const of = { project, spider: name };
    const newest = spider === null ? null : newestOf({ project, spider });
    const gone = discards.flatMap(({ place, seen }) => {
      const draft = drafts.seen(place, seen);
      return draft === null ? [] : [{ place, id: draft.id }];
    });
    const discarded = gone.map(({ place }) => place);
    const unchanged = name === spider && text === newest?.text;
    if (spider !== null) rename({ project, spider }, name, (newest?.number ?? 0) + (unchanged ? 0 : 1));
    if (!unchanged) addVersion(tables, of, { text, origin, note: note ?? null });
    moveEvidence(
      gone.map(({ id }) => id),
      { of, text },
    );
    for (const place of discarded)
      drafts.discard(
        place.spider === null || place.spider !== spider ? place : { ...place, spider: name },
        'any',
      );
    const version = newestOf(of)?.number ?? 0;
    const draft = drafts.find(of);
    if (draft !== null && revisesDraft !== undefined)
      drafts.put(of, revisesDraft(draft.text), version, draft.revision);
    return { kind: 'saved', version, created: newest === null, unchanged, discarded };
  }

  function imported({ project, name, text }: ImportedDocument): SavedVersion {
    const newest = newestOf({ project, spider: name });
    const unchanged = newest !== null && isSameDocument(newest.text, text);
    const version = (newest?.number ?? 0) + (unchanged ? 0 : 1);
    return { kind: 'saved', version, created: newest === null, unchanged, discarded: [] };
  }

  return {
    async list(project) {
      return all()
        .filter((of) => project === null || of.project === project)
        .flatMap((of) => rowOf(of) ?? []);
    },
    projectsOf: async (spider) =>
      [...tables.projects]
        .filter(([, project]) => project.spiders.has(spider))
        .map(([name]) => name)
        .toSorted(),
    async get(of) {
      return rowOf(of);
    },
    async versions(of) {
      return versions(of).map(summaryOf);
    },
    async version(of, number) {
      return versions(of).find((version) => number === null || version.number === number) ?? null;
    },
    async labelled(of, label) {
      return versions(of).find((version) => version.label === label) ?? null;
    },
    async mark(of, number, marks) {
      const kept = tables.spider(of)?.versions ?? [];
      const marked = kept.find((version) => version.number === number);
      if (marked === undefined) throw notFound(`version ${number} of the spider "${of.spider}"`);
      const holder = kept.find(({ label }) => typeof marks.label === 'string' && label === marks.label);
      if (holder !== undefined && holder !== marked) return { kind: 'taken', holder: holder.number };
      Object.assign(marked, marks);
      const subject = tables.spider(of)?.id ?? '';
      tables.tell({
        kind: 'spider',
        subject,
        project: of.project,
        spider: of.spider,
        what: 'marked',
        version: null,
      });
      const found = versions(of).find((version) => version.number === number);
      if (found === undefined) throw new Error('A version that was marked is not there.');
      return { kind: 'marked', version: summaryOf(found) };
    },
    async versionById(id) {
      const found = all()
        .flatMap((of) => versions(of))
        .find((version) => version.id === id);
      if (found === undefined) throw notFound(`spider version "${id}"`);
      return found;
    },
    async save(version) {
      const refused = refusal(version);
      if (refused !== null) return refused;
      return version.needsProof === true && !isProved(version) ? { kind: 'not-proved' } : store(version);
    },
    async saveAll(all) {
      for (const version of all) {
        const refused = refusal(version);
        if (refused !== null) return { ...refused, spider: version.spider ?? version.name };
      }
      return { kind: 'saved', versions: all.map(store) };
    },
    async newestTexts(project) {
      return all()
        .filter((of) => of.project === project)
        .flatMap((of) => {
          const newest = newestOf(of);
          if (newest === null) return [];
          const draft = tables.spider(of)?.draft?.text ?? null;
          return [{ spider: of.spider, version: newest.number, text: newest.text, draft }];
        });
    },
    async import(document, { dryRun }) {
      const saved = imported(document);
      const { project, name: spider, text } = document;
      if (!dryRun && !saved.unchanged) addVersion(tables, { project, spider }, { text, origin: 'import' });
      return saved;
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function summaryOf({
  number,
  hash,
  createdAt,
  characters,
  runs,
  note,
  label,
  origin,
}: SpiderVersion): VersionSummary {
  return { number, hash, createdAt, characters, runs, note, label, origin };
}
