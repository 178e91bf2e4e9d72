/** An event of a stream, whichever way it travels. */
export interface StreamEvent {
  /** What a client sends to go on after this event; null: it is not the place to go on from. */
  id: string | null;
  event: string;
  data: unknown;
}

/** Takes the events of a stream, one after another. Rejects when nobody takes them any more. */
export type SendEvent = (event: StreamEvent) => Promise<void>;

/** An event as `text/event-stream` has it (HTML Living Standard, section 9.2). JSON has no line breaks, so the data is one line. */
export function eventText({ id, event, data }: StreamEvent): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
