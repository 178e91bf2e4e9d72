import { isTag, type Element } from 'domhandler';
import { visibleText } from '../../../extract/walk.ts';

const longestLabel = 60;

/** The element that an element is the label of: what stands beside a header cell, a term, or a text that ends with a colon; null: it is no label. */
export function cellBeside(element: Element): Element | null {
  const text = visibleText(element, 2 * longestLabel).trim();
  if (text === '' || text.length > longestLabel) return null;
  const beside = nextElement(element);
  if (beside === null || visibleText(beside, 1).trim() === '') return null;
  const isTerm = element.name === 'th' || element.name === 'dt' || text.endsWith(':');
  const isFirstCell = element.name === 'td' && beside.name === 'td' && nextElement(beside) === null;
  return isTerm || isFirstCell ? beside : null;
}

function nextElement({ next }: Element): Element | null {
  for (let each = next; each !== null; each = each.next) if (isTag(each)) return each;
  return null;
}
