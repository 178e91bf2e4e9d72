/** What a person has set: JSON texts, each under a name. */
export interface PreferenceQueries {
  /** The text under a name; null: there is none. */
  get(name: string): Promise<string | null>;
  /**
   * Replaces a text by what `change` makes of it (null: there is none yet), in one transaction: of two windows that change it at
   * once, neither loses anything. What `change` throws leaves the text as it is. @returns the new text
   */
  update(name: string, change: (text: string | null) => string): Promise<string>;
}
