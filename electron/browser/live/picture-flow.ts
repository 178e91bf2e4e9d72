import { FrameFlow } from './frame-flow.ts';

/** How long a picture may wait for the window of a person before none is taken any more, in milliseconds. */
const restAfterMs = 1000;

/** A picture as JPEG, and its size in CSS pixels. */
export interface Picture {
  picture: Uint8Array;
  size: { width: number; height: number };
}

/** How pictures are sent, and how the page that makes them is stopped and started. */
export interface PictureSource {
  send(picture: Picture, number: number): void;
  rest(): Promise<void>;
  show(): Promise<void>;
}

/** The pictures of a live page: where its window shows none of them for a while, the page makes none until it does. */
export class PictureFlow {
  readonly #source: PictureSource;
  readonly #flow: FrameFlow<Picture>;
  #newest: Picture | null = null;
  #isResting = false;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(source: PictureSource) {
    this.#source = source;
    this.#flow = new FrameFlow((picture, number) => source.send(picture, number));
  }

  /** Takes a new picture. */
  offer(picture: Picture): void {
    this.#newest = picture;
    this.#flow.offer(picture);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (!this.#flow.isHeld || this.#isClosed) return;
      this.#isResting = true;
      void this.#source.rest();
    }, restAfterMs);
  }

  /** A person sees this picture, and all before. */
  async shown(number: number): Promise<void> {
    this.#flow.shown(number);
    await this.#wake();
  }

  /** Begins anew, for a window that has no picture: it gets the newest one, because a page on which nothing moves makes no other. */
  async again(): Promise<void> {
    const isHeld = this.#flow.isHeld;
    this.#flow.restart();
    if (this.#newest !== null && !isHeld) this.#flow.offer(this.#newest);
    await this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #wake(): Promise<void> {
    if (!this.#isResting || this.#isClosed) return;
    this.#isResting = false;
    await this.#source.show();
  }
}
