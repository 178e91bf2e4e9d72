import { isTag, type AnyNode, type Element } from 'domhandler';
import { classesOf } from '../../authoring/selectors/path.ts';
import { visibleText, walk } from '../../extract/walk.ts';

/** Levels below a record, and elements of it, that its look is told by. */
const maxLevels = 4;
const maxElements = 300;

const looks = new WeakMap<Element, ReadonlySet<string>>();

/** The paths of element names inside a record. */
function pathsOf(record: Element): ReadonlySet<string> {
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
  const own = pathsOf(record);
  let best = 0;
  for (const row of rows) {
    const other = pathsOf(row);
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
  /^(?:ad|advertisement|sponsored|promoted|anzeige|werbung|gesponsert|publicité|sponsorisé|publicidad|patrocinado|annuncio|reklama?)\b|\bsponsored (?:results?|links?|listings?)\b/iu;

/** Whether a record says that it is an advert, by its classes, which rows do not have, or by its first words. */
export function isAdvert(record: Element, rows: readonly Element[]): boolean {
  const own = classesOf(record).flatMap((name) => [name, ...name.split(/[-_]+/)]);
  const isMarked = own.some((name) => advertClass.test(name));
  const rowsAre = rows.some((row) =>
    classesOf(row).some((name) => name.split(/[-_]+/).some((part) => advertClass.test(part))),
  );
  if (isMarked && !rowsAre) return true;
  return (
    advertText.test(visibleText(record, advertLength)) &&
    !rows.some((row) => advertText.test(visibleText(row, advertLength)))
  );
}

/** Characters at the beginning of a record in which it would say that it is an advert. */
const advertLength = 200;

/** How much of its inner structure a record shares with a row: where its classes are those of a row, and where they are not. */
const alikeFrom = { named: 0.75, unnamed: 0.85 };
/** Share of the length of the shortest row that a record has at least. */
const longEnough = 0.4;
/** Longest text of a record that is measured, in characters. */
const maxMeasured = 400;

const lengthOf = (record: Element): number => Math.min(maxMeasured, visibleText(record, maxMeasured).length);
const namesOf = (record: Element): string => [...classesOf(record)].sort().join(' ');

/** What rows look like, to tell records from headers, footers and adverts. */
export function lookOf(rows: readonly Element[]): { isRecord(other: Element): boolean } {
  const names = new Set(rows.map(namesOf));
  const lengths = rows.map(lengthOf);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  return {
    isRecord(other) {
      const length = lengthOf(other);
      if (isAdvert(other, rows) || length < longEnough * shortest || (length === 0 && longest > 0))
        return false;
      return likenessTo(other, rows) >= (names.has(namesOf(other)) ? alikeFrom.named : alikeFrom.unnamed);
    },
  };
}

const postName = /(?:^|[-_])(?:posts?|comments?|message|reply|replies|answers?|topic)(?:$|[-_])/i;
/** Posts that are built more alike than this are of one kind. */
const sameBuild = 0.95;

/**
 * Whether a record is the first of a thread, which the others answer: it stands before all rows, and is built a little otherwise.
 * @param models rows that it is compared with
 */
export function opensThread(record: Element, rows: readonly Element[], models: readonly Element[]): boolean {
  const [first] = rows;
  if (first === undefined || !classesOf(first).some((name) => postName.test(name))) return false;
  return isBefore(record, first) && likenessTo(record, models) < sameBuild;
}

/** Whether an element ends before another begins. */
function isBefore(one: AnyNode, other: AnyNode): boolean {
  const around = new Set<AnyNode>();
  for (let each: AnyNode | null = other; each !== null; each = each.parent) around.add(each);
  let each: AnyNode = one;
  while (each.parent !== null && !around.has(each.parent)) each = each.parent;
  for (let next = each.next; next !== null; next = next.next) if (around.has(next)) return true;
  return false;
}
