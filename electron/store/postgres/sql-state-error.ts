interface Said {
  code: string | null;
  message: string;
  detail?: string | null;
  constraint?: string | null;
}

/** What PostgreSQL, or the way to it, has answered instead of rows. */
export class SqlStateError extends Error {
  /** SQLSTATE, or the code of an error of the network; null: neither. */
  readonly code: string | null;
  readonly detail: string | null;
  readonly constraint: string | null;

  /** @param statement what was asked, told where the fault is in it */
  constructor({ code, message, detail = null, constraint = null }: Said, statement = '') {
    super(code?.startsWith('42') === true ? `${message} in "${statement}"` : message);
    this.name = 'SqlStateError';
    this.code = code;
    this.detail = detail;
    this.constraint = constraint;
  }

  /** Whether the transaction was given up in favour of another one, and can be carried out again. */
  get isLostRace(): boolean {
    return this.code === '40P01' || this.code === '40001';
  }
}
