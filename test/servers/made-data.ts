/** What the made sites tell of: the same things on every run, so that each cell is known. */
export interface Thing {
  id: number;
  name: string;
  /** In hundredths. */
  cents: number;
  place: string;
  person: string;
  /** ISO date. */
  date: string;
  text: string;
  /** A small whole number that differs from thing to thing. */
  count: number;
}

const goods = ['Lamp', 'Rope', 'Anchor', 'Coat', 'Kettle', 'Compass', 'Ladder', 'Bell', 'Oar', 'Net'];
const makings = ['Brass', 'Hemp', 'Folding', 'Oilskin', 'Copper', 'Painted', 'Heavy'];
const places = ['Bergen', 'Lisbon', 'Rostock', 'Aberdeen', 'Genoa', 'Gdansk', 'Brest', 'Vigo'];
const people = [
  'Ada Moen',
  'Jan Vos',
  'Rita Leal',
  'Tom Baird',
  'Eva Lind',
  'Ole Dahl',
  'Ines Costa',
  'Karl Brandt',
  'Mia Ferri',
];
const reasons = ['after a long winter', 'for the small boats', 'by the old quay', 'with a new handle'];
const deeds = ['was mended', 'came in', 'found its owner', 'is on its way', 'hangs above the door'];

const of = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;
const two = (value: number): string => String(value).padStart(2, '0');

/** @param id counts from 1 */
export function thing(id: number): Thing {
  const name = `${of(makings, id * 3)} ${of(goods, id).toLowerCase()}`;
  return {
    id,
    name,
    cents: 950 + id * 375,
    place: of(places, id * 5),
    person: of(people, id * 2),
    date: `2024-${two((id % 12) + 1)}-${two(((id * 7) % 28) + 1)}`,
    text: `The ${name.toLowerCase()} ${of(deeds, id * 2)} ${of(reasons, id)}, and number ${id} of the book tells how it went on the day.`,
    count: 3 + id * 7,
  };
}

/** So many things, of which the first has the given number. */
export const things = (from: number, count: number): Thing[] =>
  Array.from({ length: count }, (_, index) => thing(from + index));
