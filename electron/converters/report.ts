/** What became of one part of a source. */
export interface Entry {
  /** Where it stands in the source: a path such as `settings.PROXY_TYPE`, or a file with a line. */
  place: string;
  /** Its equal here; null: there is none. */
  here: string | null;
  /** Why it was changed, or has no equal; null: it means the same. */
  why: string | null;
}

/** What a conversion took over, what it changed, and what it lost. */
export interface ConversionReport {
  kept: Entry[];
  changed: Entry[];
  lost: Entry[];
}

/** The most entries of a kind; further ones are counted in the last. */
const maxEntries = 500;

/** Collects the report of one spider, and where the parts of its document come from. */
export class Notes {
  readonly #report: ConversionReport = { kept: [], changed: [], lost: [] };
  readonly #left = { kept: 0, changed: 0, lost: 0 };
  readonly #origins = new Map<string, string>();

  /** A part that means the same here. */
  kept(place: string, here: string): void {
    this.#add('kept', { place, here, why: null });
  }

  /** A part whose equal here differs. */
  changed(place: string, here: string, why: string): void {
    this.#add('changed', { place, here, why });
  }

  /** A part without an equal here. */
  lost(place: string, why: string): void {
    this.#add('lost', { place, here: null, why });
  }

  /** A part that is taken out of the document again: as a whole it was not taken over after all. */
  removed(path: readonly (string | number)[], place: string, why: string): void {
    if (this.#origins.get(JSON.stringify(path)) === place) {
      for (const kind of ['kept', 'changed'] as const)
        this.#report[kind] = this.#report[kind].filter((entry) => entry.place !== short(place));
    }
    this.lost(place, why);
  }

  /** Says where a part of the document comes from, for what is found wrong in it later. */
  from(path: readonly (string | number)[], place: string): void {
    this.#origins.set(JSON.stringify(path), place);
  }

  /** The place in the source of a part of the document: of the innermost part around it that is known. */
  originOf(path: readonly (string | number)[]): string {
    for (let length = path.length; length > 0; length -= 1) {
      const place = this.#origins.get(JSON.stringify(path.slice(0, length)));
      if (place !== undefined) return place;
    }
    return path.join('.');
  }

  get report(): ConversionReport {
    const { kept, changed, lost } = this.#report;
    return {
      kept: this.#all('kept', kept),
      changed: this.#all('changed', changed),
      lost: this.#all('lost', lost),
    };
  }

  #add(kind: keyof ConversionReport, { place, here, why }: Entry): void {
    const entry = {
      place: short(place),
      here: here === null ? null : short(here),
      why: why === null ? null : short(why),
    };
    if (this.#report[kind].length < maxEntries) this.#report[kind].push(entry);
    else this.#left[kind] += 1;
  }

  #all(kind: keyof ConversionReport, entries: readonly Entry[]): Entry[] {
    const left = this.#left[kind];
    return left === 0
      ? [...entries]
      : [...entries, { place: `${left} more`, here: null, why: 'They are not listed.' }];
  }
}

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text);
