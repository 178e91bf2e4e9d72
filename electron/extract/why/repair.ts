import { counted } from '../../../shared/counted.ts';
import type { SelectorLanguage } from '../../../shared/selectors/language.ts';
import type { Places } from './places.ts';

/** A beginning of a selector, with its number of matches. */
export interface ExplainedStep {
  selector: string;
  matches: number;
}

/** A selector that gives something, in place of one that does not. */
export interface Fix {
  /** What it does, for a button: `Use ".price"`. */
  label: string;
  language: SelectorLanguage;
  selector: string;
}

/** Why a selector gives nothing. */
export interface WhyEmpty {
  /** What is wrong, and what would match, in one line. */
  line: string;
  /** The change that mends it; null: none is known that gives anything. */
  fix: Fix | null;
  /** Ever longer beginnings of the selector, with the number of nodes that each matches. */
  steps: ExplainedStep[];
}

/** A change of a selector that may mend it. */
export interface Repair {
  /** How unlikely it is that this is what the author means; see `NearName`. */
  cost: number;
  language: 'css' | 'xpath';
  selector: string;
  label: string;
  /** The line, with the matches that it has: "24 matches". */
  line: (matches: string) => string;
}

/** How far a selector gets, and what may mend it. */
export interface Diagnosis {
  steps: ExplainedStep[];
  repairs: Repair[];
  /** The line where no repair helps. */
  reason: () => string;
}

/** The line and the change of a repair that helps. */
export type Mended = Pick<WhyEmpty, 'line' | 'fix'>;

/** Tries repairs, likeliest first, each once. */
export class RepairTrial {
  readonly #places: Places;
  readonly #left: Repair[];
  readonly #tried = new Set<string>();

  constructor(repairs: readonly Repair[], places: Places) {
    this.#places = places;
    this.#left = repairs.toSorted((a, b) => a.cost - b.cost);
  }

  /** The likeliest of the repairs up to a cost that gives something other than blanks; null: none does. */
  upTo(cost: number): Mended | null {
    while (this.#left[0] !== undefined && this.#left[0].cost <= cost && this.#tried.size < maxTried) {
      const repair = this.#left.shift();
      const mended = repair === undefined ? null : this.#try(repair);
      if (mended !== null) return mended;
    }
    return null;
  }

  #try({ language, selector, label, line }: Repair): Mended | null {
    const key = `${language} ${selector}`;
    if (this.#tried.has(key)) return null;
    this.#tried.add(key);
    const matches = this.#places.filled(language, selector);
    return matches === 0 ? null : { line: line(matchesWord(matches)), fix: { label, language, selector } };
  }
}

/** Repairs that are tried. */
const maxTried = 70;

/** A number of matches in words. */
export const matchesWord = (matches: number): string => counted(matches, 'match', 'matches');
