import type { LiveInput } from '../../../../shared/live-page.ts';

/** The most inputs that are sent at a time, as the contract has it. */
const mostAtOnce = 200;

/**
 * What a person does, on its way to a live page: in order, the next when the last has arrived. Of moves of the mouse in a row only the
 * last is sent, as of what an input method has so far, and turns of the wheel are added up.
 */
export class InputQueue {
  readonly #send: (input: LiveInput[]) => Promise<unknown>;
  #waiting: LiveInput[] = [];
  #sending: Promise<void> | null = null;

  constructor(send: (input: LiveInput[]) => Promise<unknown>) {
    this.#send = send;
  }

  put(input: LiveInput): void {
    const last = this.#waiting.at(-1);
    if (last !== undefined && replaces(input, last)) this.#waiting.pop();
    if (input.kind === 'wheel' && last?.kind === 'wheel' && last.modifiers === input.modifiers) {
      this.#waiting.pop();
      this.#waiting.push({ ...input, dx: last.dx + input.dx, dy: last.dy + input.dy });
    } else this.#waiting.push(input);
    this.#sending ??= this.#flush();
  }

  /** Waits until all has arrived. */
  async sent(): Promise<void> {
    await this.#sending;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, mostAtOnce));
    this.#sending = null;
  }
}

const replaces = (input: LiveInput, last: LiveInput): boolean =>
  (isMove(input) && isMove(last)) || (input.kind === 'compose' && last.kind === 'compose');

const isMove = (input: LiveInput): boolean => input.kind === 'mouse' && input.type === 'move';
