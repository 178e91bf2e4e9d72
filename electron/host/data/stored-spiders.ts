import type { Advice } from '../../../shared/contract/advice.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import type { Problem } from '../../../shared/spider/validate.ts';
import { checkedSpider } from './checked-spider.ts';
import { HostError } from '../errors.ts';
import { knownNames } from '../../../shared/spider/known-names.ts';
import type { SpiderVersionRow } from '../../store/spiders/spiders.ts';
import { requireProject } from './require-project.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface ImportRequest {
  text: string;
  /** Names the document in errors. */
  file: string;
  project: string;
  /** Tell what would happen and store nothing. */
  dryRun: boolean;
}

export interface Imported {
  spider: string;
  project: string;
  version: number;
  /** Whether the spider is new. */
  created: boolean;
  /** Whether it is the newest version already, so that none was added. */
  unchanged: boolean;
  /** Warnings. */
  problems: Problem[];
}

/**
 * Stores a spider: a new one, or a new version of one, unless it equals the newest.
 * @throws HostError `invalid-spider` with all its problems
 */
export function importSpider({ store }: Workspace, { text, file, project, dryRun }: ImportRequest): Imported {
  const { spider, problems } = checkedSpider(text, `"${file}"`);
  const told = { spider: spider.name, project, problems };
  const newest = store.spiders.version(project, spider.name);
  if (newest !== null && isSameSpider(newest.text, text)) {
    return { ...told, version: newest.number, created: false, unchanged: true };
  }
  if (dryRun) {
    return { ...told, version: (newest?.number ?? 0) + 1, created: newest === null, unchanged: false };
  }
  const { version, created } = store.spiders.save(project, spider, text);
  return { ...told, version, created, unchanged: false };
}

/** Whether two texts are one document; how it is laid out does not count, the order of its keys does. */
function isSameSpider(text: string, other: string): boolean {
  return text === other || canonical(text) === canonical(other);
}

const canonical = (text: string): string => JSON.stringify(JSON.parse(text.replace(/^\ufeff/, '')));

export interface StoredSpider {
  spider: Spider;
  text: string;
  version: number;
  versionId: string;
}

/** The newest version of a stored spider, checked again: what was valid for an older application may not be now. */
export async function storedSpider(
  workspace: Workspace,
  project: string,
  name: string,
): Promise<StoredSpider> {
  const row = await requireVersion(workspace, project, name, null);
  const { spider } = checkedSpider(row.text, `The spider "${name}"`);
  return { spider, text: row.text, version: row.number, versionId: row.id };
}

export interface SpiderDocument {
  name: string;
  project: string;
  version: number;
  createdAt: string;
  /** As it was imported: the text, and the same read. */
  text: string;
  document: unknown;
}

/** A stored document as it was imported: the newest version, or the one of that number. */
export async function showSpider(
  workspace: Workspace,
  project: string,
  name: string,
  version: number | null,
): Promise<SpiderDocument> {
  const { number, createdAt, text } = await requireVersion(workspace, project, name, version);
  const document: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  return { name, project, version: number, createdAt, text, document };
}

/** What deleting a spider takes along; with `dryRun` nothing is deleted. */
export async function deleteSpider(
  workspace: Workspace,
  project: string,
  name: string,
  { dryRun }: { dryRun: boolean },
): Promise<{ spider: string; project: string; versions: number; runs: number; items: number }> {
  await requireVersion(workspace, project, name, null);
  const { store } = workspace;
  const versions = store.spiders.versions(project, name).length;
  const runs = store.runs.list({ project, spider: name });
  const items = runs.reduce((sum, run) => sum + run.counters.items, 0);
  if (!dryRun) store.spiders.delete(project, name);
  return { spider: name, project, versions, runs: runs.length, items };
}

const noSpiders: Advice = { hint: 'The project has no spiders yet.', action: { action: 'import-spider' } };
const inProject = (project: string): Advice => ({
  hint: `There is one in the project "${project}".`,
  action: { action: 'choose-project', project },
});

/** @throws HostError `unknown-project`, `unknown-spider` or `unknown-version`, with the nearest name */
export async function requireSpider(workspace: Workspace, project: string, name: string): Promise<void> {
  await requireProject(workspace, project);
  const { store } = workspace;
  if (store.spiders.get(project, name) !== null) return;
  const known = store.spiders.list(project).map((spider) => spider.name);
  const elsewhere = store.spiders.list().filter((spider) => spider.name === name);
  const advice =
    elsewhere[0] !== undefined
      ? inProject(elsewhere[0].project)
      : known.length === 0
        ? noSpiders
        : knownNames('It has', name, known);
  throw new HostError('unknown-spider', `The project "${project}" has no spider "${name}".`, advice);
}

export async function requireVersion(
  workspace: Workspace,
  project: string,
  name: string,
  number: number | null,
): Promise<SpiderVersionRow> {
  await requireSpider(workspace, project, name);
  const row = workspace.store.spiders.version(project, name, number ?? undefined);
  if (row !== null) return row;
  throw new HostError(
    'unknown-version',
    `The spider "${name}" has no version ${number}.`,
    `Its newest version is ${workspace.store.spiders.version(project, name)?.number ?? 0}.`,
  );
}
