/** Sleep that can be ended early. A ring while nobody sleeps ends the next sleep at once. */
export class Alarm {
  #end: (() => void) | null = null;
  #hasRung = false;

  /** Sleeps for so many milliseconds at most. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#end = null;
        this.#hasRung = false;
        resolve();
      };
      const timer = setTimeout(end, this.#hasRung ? 0 : ms);
      this.#end = end;
    });
  }

  ring(): void {
    this.#hasRung = true;
    this.#end?.();
  }
}
