/** One event of a stream. */
export interface StreamEvent {
  /** What the server takes as `Last-Event-ID`; null: it is not the place to go on from. */
  id: string | null;
  event: string;
  data: string;
}

/** Called when the server names the wait before the next connection, in milliseconds. */
type NoteRetry = (ms: number) => void;

/**
 * Takes the events out of text as it arrives (`text/event-stream`, HTML Living Standard, section 9.2). An event counts when the empty
 * line after it has arrived: what was cut off is no event.
 */
export function createEventReader(noteRetry: NoteRetry): (text: string) => StreamEvent[] {
  let rest = '';
  let fields = noFields();
  return (text) => {
    // A line break can be cut in two: a "\r" at the end waits for what follows it.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const events: StreamEvent[] = [];
    for (const line of lines) {
      if (line !== '') take(line, fields, noteRetry);
      else {
        if (fields.data.length > 0) events.push({ ...fields, data: fields.data.join('\n') });
        fields = noFields();
      }
    }
    return events;
  };
}

interface Fields {
  id: string | null;
  event: string;
  data: string[];
}

const noFields = (): Fields => ({ id: null, event: 'message', data: [] });

function take(line: string, fields: Fields, noteRetry: NoteRetry): void {
  const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (name === 'data') fields.data.push(value);
  else if (name === 'event') fields.event = value;
  else if (name === 'id') fields.id = value;
  else if (name === 'retry' && /^\d{1,9}$/.test(value)) noteRetry(Number(value));
}
