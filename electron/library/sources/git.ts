import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { files } from '../../system/files.ts';
import { LibraryError } from '../errors.ts';
import { indexName } from '../index-file.ts';
import { libraryLimits } from '../limits.ts';
import { whileLocked } from '../while-locked.ts';
import type { PlannedChange, RegistrySource } from '../source.ts';
import { gitHostRefusal } from './git-host.ts';
import { runGit } from './run-git.ts';

/** How a Git repository is read. */
export interface GitOptions {
  /** A folder of our own for what is fetched. */
  folder: string;
  allowPrivate: boolean;
}

/** Where what was fetched is kept. */
const headRef = 'refs/registry/head';
/** How often somebody else may be faster before a publisher gives up. */
const maxTries = 10;
/** The branch that a repository without commits gets. */
const firstBranch = 'main';

/** The branch of a registry: its newest commit; null: there is none yet. */
interface Head {
  branch: string;
  commit: string | null;
}

/**
 * A registry in a Git repository, by the git of this computer. There is no working tree: files are read from the objects, so that
 * neither a link nor a hook of the repository has any effect, and a publisher that is killed leaves objects that nothing names.
 */
export function gitSource(location: string, { folder, allowPrivate }: GitOptions): RegistrySource {
  const [address, branch = null] = splitBranch(location);
  const store = join(folder, 'git');

  const git = (
    args: readonly string[],
    signal: AbortSignal,
    more: Partial<Parameters<typeof runGit>[0]> = {},
  ) => runGit({ folder: store, args, signal, ...more });

  async function remoteHead(signal: AbortSignal): Promise<Head> {
    const heads = branch === null ? ['HEAD', 'refs/heads/*'] : [`refs/heads/${branch}`];
    const listed = (await git(['ls-remote', '--symref', '--', address, ...heads], signal)).toString('utf8');
    return headOf(listed, branch);
  }

  async function isThere(commit: string, signal: AbortSignal): Promise<boolean> {
    try {
      return (await git(['rev-parse', '--verify', '--quiet', headRef], signal)).toString().trim() === commit;
    } catch (error) {
      if (error instanceof LibraryError && error.reason === 'git-failed') return false;
      throw error;
    }
  }

  /** Fetches the newest commit, if it is not here. */
  async function fetchHead(signal: AbortSignal): Promise<Head> {
    if (!existsSync(join(store, 'HEAD')))
      await git(['init', '--bare', '--quiet', '--template=', '.'], signal);
    const head = await remoteHead(signal);
    if (head.commit === null || (await isThere(head.commit, signal))) return head;
    const refs = `+refs/heads/${head.branch}:${headRef}`;
    await git(['fetch', '--quiet', '--depth', '1', '--no-tags', '--', address, refs], signal);
    return head;
  }

  /** As `fetchHead`; what a killed git has left behind is thrown away once. */
  async function sync(signal: AbortSignal): Promise<Head> {
    const refusal = allowPrivate ? null : await gitHostRefusal(address);
    if (refusal !== null) throw new LibraryError('refused', refusal);
    const isNew = !existsSync(store);
    mkdirSync(store, { recursive: true });
    try {
      return await fetchHead(signal);
    } catch (error) {
      if (isNew || !(error instanceof LibraryError) || error.reason !== 'git-failed') throw error;
      files.remove(store);
      mkdirSync(store, { recursive: true });
      return fetchHead(signal);
    }
  }

  /** The bytes of a file of a commit; null: it has none of this name. */
  async function blob(
    commit: string,
    path: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    const listed = (await git(['ls-tree', '-l', '--full-tree', commit, '--', path], signal)).toString('utf8');
    const [, id, size] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t/.exec(listed) ?? [];
    if (id === undefined) return null;
    if (Number(size) > limit) throw new LibraryError('too-large', `"${path}" is larger than it should be.`);
    return git(['cat-file', 'blob', id], signal);
  }

  /** Pushes a commit with the change. @returns false: somebody else was faster */
  async function push(
    { branch: to, commit }: Head,
    change: PlannedChange,
    signal: AbortSignal,
  ): Promise<boolean> {
    const made = await makeCommit(commit, change, (args, more) => git(args, signal, more));
    try {
      await git(['push', '--quiet', '--', address, `${made}:refs/heads/${to}`], signal);
      return true;
    } catch (error) {
      if (!(error instanceof LibraryError) || error.reason !== 'git-failed') throw error;
      const now = await remoteHead(signal);
      // It may have arrived although the answer was lost.
      if (now.commit === made) return true;
      if (now.commit === commit) throw new LibraryError('read-only', error.message);
      return false;
    }
  }

  const locked = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    mkdirSync(folder, { recursive: true });
    return whileLocked(join(folder, 'git.lock'), { what: 'the copy of the repository', signal }, work);
  };

  return {
    index: (signal) =>
      locked(signal, async () => {
        const { commit } = await sync(signal);
        const bytes = commit === null ? null : await blob(commit, indexName, libraryLimits.index, signal);
        if (bytes === null) throw new LibraryError('no-index', `There is no ${indexName} in the repository.`);
        return bytes;
      }),
    file: (path, bytes, signal) =>
      locked(signal, async () => {
        const known = existsSync(store) ? await blob(headRef, path, bytes, signal).catch(ifCopyFails) : null;
        if (known !== null) return known;
        const { commit } = await sync(signal);
        const found = commit === null ? null : await blob(commit, path, bytes, signal);
        if (found === null) throw new LibraryError('bad-hash', `There is no "${path}" in the repository.`);
        return found;
      }),
    publish: (change, signal) =>
      locked(signal, async () => {
        for (let tries = 0; tries < maxTries; tries += 1) {
          const head = await sync(signal);
          const index =
            head.commit === null ? null : await blob(head.commit, indexName, libraryLimits.index, signal);
          const planned = await change(index);
          if (planned === null || (await push(head, planned, signal))) return;
        }
        throw new LibraryError('busy', `Others have published ${maxTries} times meanwhile.`);
      }),
  };
}

/**
 * The branch of a registry: the one that is named, else where HEAD points. In a repository that began empty, HEAD may point at a
 * branch that there is not.
 */
function headOf(listed: string, named: string | null): Head {
  const commits = new Map(
    [...listed.matchAll(/^([0-9a-f]{40,64})\trefs\/heads\/(\S+)$/gm)].map(([, id = '', name = '']) => [
      name,
      id,
    ]),
  );
  const [, pointed = null] = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(listed) ?? [];
  const [only = firstBranch] = commits.size === 1 ? commits.keys() : [];
  const branch = named ?? pointed ?? only;
  return { branch, commit: commits.get(branch) ?? null };
}

function ifCopyFails(error: unknown): null {
  if (error instanceof LibraryError && error.reason === 'git-failed') return null;
  throw error;
}

type Git = (
  args: readonly string[],
  more?: { input?: Uint8Array; env?: Readonly<Record<string, string>> },
) => Promise<Buffer>;

/** Makes a commit of the objects alone. @returns its id */
async function makeCommit(
  parent: string | null,
  { index, publication, message }: PlannedChange,
  git: Git,
): Promise<string> {
  const env = { GIT_INDEX_FILE: `index-${process.pid}`, ...(await identity(git)) };
  const line = async (args: readonly string[], input?: Uint8Array): Promise<string> =>
    (await git(args, { env, ...(input === undefined ? {} : { input }) })).toString('utf8').trim();
  await line(parent === null ? ['read-tree', '--empty'] : ['read-tree', parent]);
  const added = [{ file: indexName, bytes: index }, ...(publication === null ? [] : [publication])];
  for (const { file, bytes } of added) {
    const id = await line(['hash-object', '-w', '--stdin'], bytes);
    await line(['update-index', '--add', '--cacheinfo', `100644,${id},${file}`]);
  }
  const tree = await line(['write-tree']);
  const parents = parent === null ? [] : ['-p', parent];
  return line(['commit-tree', tree, ...parents, '-m', message]);
}

/** Who commits: as git knows the person, else the application. */
async function identity(git: Git): Promise<Record<string, string>> {
  try {
    await git(['var', 'GIT_COMMITTER_IDENT']);
    return {};
  } catch {
    const [name, email] = ['Spider Studio', 'spider-studio@localhost'];
    return {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
    };
  }
}

/** The address of a repository, and the branch behind `#`. */
function splitBranch(location: string): readonly [string, string?] {
  const at = location.lastIndexOf('#');
  return at === -1 ? [location] : [location.slice(0, at), location.slice(at + 1)];
}
