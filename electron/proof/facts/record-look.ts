import { isTag, type Element } from 'domhandler';
import { classesOf } from '../../authoring/selectors/path.ts';
import { visibleText, walk } from '../../extract/walk.ts';

/** Levels below a record, and elements of it, that its look is told by. */
const maxLevels = 4;
const maxElements = 300;

const looks = new WeakMap<Element, ReadonlySet<string>>();

/** The paths of element names inside a record. */
function lookOf(record: Element): ReadonlySet<string> {
  const known = looks.get(record);
  if (known !== undefined) return known;
  const paths = new Set<string>();
  const open: string[] = [];
  let count = 0;
  walk(record, {
    enter(node) {
      if (!isTag(node) || count >= maxElements || open.length > maxLevels) return false;
      count += 1;
      open.push(node.name);
      paths.add(open.join('>'));
      return true;
    },
    leave() {
      open.pop();
    },
  });
  looks.set(record, paths);
  return paths;
}

/** How much of its inner structure a record shares with the row that is most like it, 0 to 1. */
export function likenessTo(record: Element, rows: readonly Element[]): number {
  const own = lookOf(record);
  let best = 0;
  for (const row of rows) {
    const other = lookOf(row);
    let common = 0;
    for (const path of own) if (other.has(path)) common += 1;
    best = Math.max(best, common / (own.size + other.size - common));
    if (best === 1) break;
  }
  return best;
}

const advertClass =
  /^(?:ads?|adv|advert\w*|banner\w*|sponsor\w*|promo\w*|native-?ad\w*|anzeige\w*|werbung\w*|publicidad|reklam\w*)$/i;
const advertText =
  /^(?:ad|advertisement|sponsored|promoted|anzeige|werbung|gesponsert|publicité|sponsorisé|publicidad|patrocinado|annuncio|reklama?)\b/iu;

/** Whether a record says that it is an advert, by its classes, which rows do not have, or by its first words. */
export function isAdvert(record: Element, rows: readonly Element[]): boolean {
  const own = classesOf(record).flatMap((name) => [name, ...name.split(/[-_]+/)]);
  const isMarked = own.some((name) => advertClass.test(name));
  const rowsAre = rows.some((row) =>
    classesOf(row).some((name) => name.split(/[-_]+/).some((part) => advertClass.test(part))),
  );
  if (isMarked && !rowsAre) return true;
  return (
    advertText.test(visibleText(record, 60)) && !rows.some((row) => advertText.test(visibleText(row, 60)))
  );
}
