import { Document } from 'domhandler';
import type { ElementIndex } from '../element-index.ts';

/**
 * The document of a parsed page. It carries the index of its elements, so that the two go together: a table beside the
 * tree that has it as its key, even a WeakMap, would carry every page into the old generation of the heap.
 */
export class PageDocument extends Document {
  index: ElementIndex | null = null;
}
