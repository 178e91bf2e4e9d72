import type { SpiderFile } from './dialogs-store.ts';
import { isSpiderFile, readFiles } from './read-files.ts';

/** Files of a folder that are read, and their characters together. */
const limits = { files: 1000, characters: 10_000_000 };

/** Whether something that is dropped may be spiders: files, or a folder. */
export const mayHoldSpiders = (transfer: DataTransfer): boolean =>
  foldersOf(transfer).length > 0 || [...transfer.files].some(isSpiderFile);

/**
 * Reads what is dropped: files, and folders with all that is in them. Call it while the drop is handled: what is dropped is gone
 * afterwards.
 */
export async function readDropped(transfer: DataTransfer): Promise<SpiderFile[]> {
  const folders = foldersOf(transfer);
  const names = new Set(folders.map(({ name }) => name));
  // A folder is among the files, too, as one that cannot be read.
  const plain = readFiles([...transfer.files].filter((file) => isSpiderFile(file) && !names.has(file.name)));
  return [...(await plain), ...(await Promise.all(folders.map(readFolder)))];
}

const foldersOf = ({ items }: DataTransfer): FileSystemDirectoryEntry[] =>
  [...items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry !== null && isFolder(entry) ? [entry] : [];
  });

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function readFolder(folder: FileSystemDirectoryEntry): Promise<SpiderFile> {
  const { name } = folder;
  const refused = (problem: string): SpiderFile => ({ name, text: '', problem });
  try {
    const files = await filesIn(folder, name);
    if (files === null) return refused(`It is too large: a folder has at most ${limits.files} files here.`);
    if (files.length === 0) return refused('It has no files of spiders: .json or .py.');
    return { name, text: '', problem: null, folder: files };
  } catch {
    return refused('It could not be read: it may have been moved.');
  }
}

/** The texts of the files in a folder, by their path; null: they are too many or too large. */
async function filesIn(
  folder: FileSystemDirectoryEntry,
  path: string,
): Promise<{ name: string; text: string }[] | null> {
  const found: { name: string; text: string }[] = [];
  let characters = 0;
  const open = [{ entry: folder, path }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of await entriesOf(next.entry)) {
      const name = `${next.path}/${entry.name}`;
      if (isFolder(entry)) open.push({ entry, path: name });
      else if (isFile(entry) && /\.(?:json|py)$/iu.test(name)) {
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
        characters += file.size;
        if (characters > limits.characters || found.length >= limits.files) return null;
        found.push({ name, text: await file.text() });
      }
    }
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** All entries of a folder, which are given in parts. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
    if (all.length > limits.files * 4) return all;
  }
}
