import { Type } from 'typebox';
import { oneOf, orNull } from './schema-parts.ts';

/** The keys that an action of BROWSER_ACTIONS can press. */
const pressedKeys = [
  'Enter',
  'Tab',
  'Escape',
  'Space',
  'Backspace',
  'Delete',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
] as const;

const selector = (description: string) => orNull(Type.String({ minLength: 1, maxLength: 8192, description }));

/** An entry of BROWSER_ACTIONS as the document has it. */
export const BrowserActionSchema = Type.Object(
  {
    click: selector('CSS selector of what is clicked: the first match that is visible.'),
    fill: selector('CSS selector of the field or list of choices that gets the value.'),
    press: orNull(oneOf(pressedKeys, { description: 'The key that is pressed where the focus is.' })),
    scroll: orNull(oneOf(['end'], { description: '"end": scrolls to the end of the page.' })),
    wait_for: selector('CSS selector that is waited for: as long as DOWNLOAD_TIMEOUT, at most 30 seconds.'),
    dismiss: selector('CSS selector of the button that closes a banner. It is clicked once.'),
    value: orNull(Type.String({ maxLength: 100_000, description: 'What "fill" writes into the field.' })),
    times: orNull(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          'How often to click or scroll at most. 1 to 1000; unless set, 1 click, 20 clicks with "until", or 5 scrolls.',
      }),
    ),
    until: orNull(
      oneOf(['gone', 'no-change'], {
        description:
          'When clicking ends early: "gone": the target is no longer there, hidden or disabled. "no-change": a click changes nothing on the page.',
      }),
    ),
    wait: orNull(
      Type.Number({
        minimum: 0,
        maximum: 60,
        description: 'Seconds after each click or scroll. 0 to 60; 1 unless set.',
      }),
    ),
    on: orNull(
      Type.Array(Type.String({ minLength: 1, description: 'A regular expression.' }), {
        minItems: 1,
        description: 'Patterns, searched in the URL of the page: only where one is found, the action runs.',
      }),
    ),
    required: orNull(
      Type.Boolean({
        default: false,
        description:
          'true: the page fails where the target is not there. Else that is told, and the page goes on.',
      }),
    ),
  },
  { additionalProperties: false, description: 'One step on the page in the browser.' },
);
/** An entry of BROWSER_ACTIONS. */
export type GivenAction = Type.Static<typeof BrowserActionSchema>;
