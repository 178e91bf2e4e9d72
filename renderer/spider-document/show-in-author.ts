import { navigate } from '../navigation/router.ts';
import { revealPointer, type SpiderKey } from './document.ts';
import { setJsonOpen } from './json-open.ts';

/** Goes to the author screen of a spider that is open, with its JSON, and puts the caret at what a JSON pointer names. */
export function showInAuthor(key: SpiderKey, pointer: string): void {
  setJsonOpen(true);
  navigate(['spider', key.project, key.spider, 'author']);
  revealPointer(key, pointer);
}
