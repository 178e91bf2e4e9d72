import { Document } from 'domhandler';
import type { ElementIndex } from '../element-index.ts';

/**
 * The document of a parsed page. It holds the index of its elements, so that both are released together: a map with the
 * document as its key, even a WeakMap, would move every page to the old generation of the heap.
 */
export class PageDocument extends Document {
  index: ElementIndex | null = null;
}
