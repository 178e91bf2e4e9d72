/** A request that may be repeated: by its caller, its route, and the Idempotency-Key. */
export interface ReplyPlace {
  /** "key 3" or "member desk". */
  caller: string;
  route: string;
  name: string;
}

/** What is known of a request when it arrives. */
export type BegunReply =
  | { kind: 'new' }
  /** The same request is being carried out. */
  | { kind: 'running' }
  /** Another request had this name. */
  | { kind: 'other' }
  | { kind: 'done'; status: number; body: string };

/** Answers to requests that may be repeated, kept for a day. */
export interface ReplyQueries {
  /** Notes that a request is being carried out, unless it is known. @param request a digest of what it asks */
  begin(of: ReplyPlace & { request: string }): Promise<BegunReply>;
  /** Keeps the answer; null: nothing is kept, and the request may be carried out again. */
  end(of: ReplyPlace & { answer: { status: number; body: string } | null }): Promise<void>;
}
