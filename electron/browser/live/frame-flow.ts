/** Frames that may be on their way to a window at the same time: one that is drawn, and one that arrives. */
const mostUnderWay = 2;

/**
 * The frames of a picture on their way to a window. While the window is busy with those that it got, only the newest of the others is
 * kept, so that a slow window is behind by one frame and never by many.
 */
export class FrameFlow<Frame> {
  readonly #send: (frame: Frame, number: number) => void;
  #last = 0;
  #shown = 0;
  #waiting: Frame | null = null;

  constructor(send: (frame: Frame, number: number) => void) {
    this.#send = send;
  }

  /** Whether a frame waits for the window. */
  get isHeld(): boolean {
    return this.#waiting !== null;
  }

  /** Takes a new frame. */
  offer(frame: Frame): void {
    this.#waiting = frame;
    this.#flush();
  }

  /** The window has shown a frame, and with it all before. */
  shown(number: number): void {
    this.#shown = Math.max(this.#shown, Math.min(number, this.#last));
    this.#flush();
  }

  /** The window begins anew: what was on its way does not arrive any more. */
  restart(): void {
    this.#shown = this.#last;
    this.#flush();
  }

  #flush(): void {
    if (this.#waiting === null || this.#last - this.#shown >= mostUnderWay) return;
    const frame = this.#waiting;
    this.#waiting = null;
    this.#last += 1;
    this.#send(frame, this.#last);
  }
}
