import { memberOf, membersOf } from '../../../shared/spider/plain.ts';
import { nodeAt, parseText, pointerOf, valueOf, type JsonPath } from '../../../shared/spider/json-path.ts';

/**
 * The JSON pointer of the place in a spider's text that defines a field of an item: in its callback, or in one whose rows lead
 * there. Where none defines it, the place at which its callback would.
 */
export function fieldPointer(text: string, callback: string, field: string): string {
  const { root } = parseText(text);
  const callbacks = membersOf(valueOf(nodeAt(root, ['callbacks'])));
  const seen = new Set<string>();
  const near = [callback];
  for (let name = near.shift(); name !== undefined; name = near.shift()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const places: JsonPath[] = [
      ['callbacks', name, 'extract', field],
      ['callbacks', name, 'iterate', 'url_context', field],
    ];
    const place = places.find((path) => nodeAt(root, path) !== undefined);
    if (place !== undefined) return pointerOf(place);
    const next = name;
    near.push(...callbacks.filter(([, value]) => followed(value) === next).map(([leading]) => leading));
  }
  return pointerOf(['callbacks', callback, 'extract', field]);
}

const followed = (callback: unknown) =>
  memberOf(memberOf(memberOf(callback, 'iterate'), 'follow'), 'callback');
