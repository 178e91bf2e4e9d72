/** What a person is told. It travels as JSON, so its names are part of what programs rely on. */
export interface Notice {
  /** `test`: somebody wants to know whether a channel works. */
  kind: 'trouble' | 'digest' | 'test';
  /** One line. */
  title: string;
  /** A few lines, in Markdown where it is a digest. */
  text: string;
  /** What is wrong with which spider; null: it is no trouble. */
  trouble: object | null;
  /** The digest as JSON; null: it is none. */
  digest: object | null;
}

/** Why a notice could not be sent, in a sentence; null: it was sent. */
export type SendProblem = string | null;
