import type { GivenAction } from '../../../../shared/spider/actions-schema.ts';
import { counted } from '../../../ui/format.ts';

/** An action in words: what is done, and what it is done to. */
export function actionWords(action: GivenAction): { verb: string; target: string; more: string } {
  const { click, fill, press, scroll, dismiss, value, times } = action;
  const often = times !== undefined && times !== null && times > 1 ? counted(times, 'time') : '';
  if (typeof dismiss === 'string') return { verb: 'Dismiss', target: dismiss, more: '' };
  if (typeof click === 'string') return { verb: 'Click', target: click, more: often };
  if (typeof fill === 'string') return { verb: 'Fill', target: fill, more: `with “${value ?? ''}”` };
  if (typeof press === 'string') return { verb: 'Press', target: press, more: '' };
  if (scroll === 'end') return { verb: 'Scroll to the end', target: '', more: often };
  return { verb: 'Wait for', target: action.wait_for ?? '', more: '' };
}
