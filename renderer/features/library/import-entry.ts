import { navigate } from '../../navigation/router.ts';
import { act } from '../../state/act.ts';
import { toast } from '../../state/toasts.ts';
import { counted } from '../../ui/format.ts';

interface Stored {
  project: string;
  spider: string;
  version: number;
  created: boolean;
  unchanged: boolean;
  pages: number;
}

/** Tells what was stored, and goes to the spider. */
export function showStored({ project, spider, version, created, unchanged, pages }: Stored): void {
  const what = unchanged ? 'was there already' : created ? 'is imported' : `has version ${version} now`;
  toast.success(`${spider} ${what}`, pages === 0 ? {} : { message: `With ${counted(pages, 'saved page')}.` });
  navigate(['spider', project, spider, 'author']);
}

/** Imports a version of an entry, and goes to the spider. @returns whether it was imported */
export async function importEntry(
  ref: { registry: string; name: string; version: number },
  target: { project: string; spider?: string },
): Promise<boolean> {
  const stored = await act(
    'library.import',
    { ...ref, ...target },
    { failure: `${ref.name} was not imported.` },
  );
  if (stored === null) return false;
  showStored(stored);
  return true;
}
