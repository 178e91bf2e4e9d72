import type { Step } from '../../../shared/selectors/xpath-ast.ts';
import { nearAttributes } from './attributes.ts';
import { nearNames } from './near-names.ts';
import type { Repair } from './repair.ts';
import { endOfTest, spliced, upTo, xpathRepair, type FailedPath } from './xpath-step.ts';

/** Elements that a browser adds to a page, so that they are in copied paths and not in every source. */
const addedByBrowsers: ReadonlySet<string> = new Set(['tbody', 'html', 'head', 'body']);

/** Repairs of the name and the place of the step that nothing matches. */
export function repairsOfXPathStep(at: FailedPath): Repair[] {
  const { places, source, path, step } = at;
  const bare = upTo(source, path, endOfTest(source, step));
  if (step.predicates.length > 0 && places.matches('xpath', bare).length > 0) return repairsOfPath(at);
  return [...repairsOfTest(at), ...deeper(at), ...repairsOfPath(at)];
}

/** Repairs of a node test. */
function repairsOfTest(at: FailedPath): Repair[] {
  const { step } = at;
  if (step.test.type !== 'name' || step.test.name === null) return [];
  const name = step.test.prefix === undefined ? step.test.name : `${step.test.prefix}:${step.test.name}`;
  if (step.axis === 'attribute') return repairsOfAttribute(at, name);
  return repairsOfElement(at, name);
}

/** Puts another text in place of the name that a step tests. */
function renamed({ source, step }: FailedPath, name: string, text: string): string {
  const end = endOfTest(source, step);
  const start = source.lastIndexOf(name, end);
  return start < step.start ? source : spliced(source, start, start + name.length, text);
}

function repairsOfAttribute(at: FailedPath, name: string): Repair[] {
  const { places, source, path, index } = at;
  const before = path.steps[index - 1];
  const outer = before === undefined ? '' : upTo(source, path, before.implied ? before.start : before.end);
  const owners = before?.implied === true ? `${outer}//*` : outer;
  const elements = places.elements(owners === '' ? './/*' : owners, 'xpath');
  return nearAttributes(name, elements).map(({ name: near, cost }) =>
    xpathRepair(renamed(at, name, near), {
      cost,
      label: `Use "@${near}"`,
      line: (matches) => `None of them has "@${name}"; "@${near}" is there, ${matches}.`,
    }),
  );
}

function repairsOfElement(at: FailedPath, name: string): Repair[] {
  const { tags, classes, ids } = at.places.names;
  if (tags.has(name)) return [];
  const instead = (text: string, cost: number, shown = text): Repair =>
    xpathRepair(renamed(at, name, text), {
      cost,
      label: `Use "${shown}"`,
      line: (matches) => `"${name}" is not ${at.places.where}; "${shown}" is, ${matches}.`,
    });
  const repairs = nearNames(name, tags, 4).map((near) => instead(near.name, near.cost));
  const [tag = '', word = ''] = name.split('.');
  if (word !== '') repairs.push(instead(`${tag}[has-class("${word}")]`, 1));
  if (classes.has(name)) repairs.push(instead(`*[has-class("${name}")]`, 2));
  if (ids.has(name)) repairs.push(instead(`*[@id="${name}"]`, 2));
  if (/^h[1-6]$/.test(name)) {
    for (const other of tags.keys()) if (/^h[1-6]$/.test(other)) repairs.push(instead(other, 4));
  }
  return repairs;
}

/** `//` before the step in place of `/`. */
function deeper({ source, path, index, step }: FailedPath): Repair[] {
  const before = path.steps[index - 1];
  const isChild = step.axis === 'child' || step.axis === 'attribute';
  if (!isChild || before === undefined || before.implied || source.charAt(step.start - 1) !== '/') return [];
  const written = source.slice(step.start, endOfTest(source, step));
  const outer = source.slice(before.start, endOfTest(source, before));
  return [
    xpathRepair(spliced(source, step.start, step.start, '/'), {
      cost: 3,
      label: 'Use "//" in place of "/"',
      line: (matches) =>
        step.test.type === 'text'
          ? `"${outer}" has no text of its own; the elements inside it have: "//${written}", ${matches}.`
          : `"${written}" is not directly in "${outer}" but deeper inside: "//${written}", ${matches}.`,
    }),
  ];
}

/** Repairs that leave out steps, or conditions of steps before the one that nothing matches. */
function repairsOfPath(at: FailedPath): Repair[] {
  return [
    ...withoutStep(at),
    ...withoutSteps(at),
    ...loosened(at),
    ...withoutPositions(at),
    ...wholeClasses(at),
  ];
}

/** The path without the step, where others follow. */
function withoutStep({ places, source, path, index, step }: FailedPath): Repair[] {
  const next = path.steps[index + 1];
  if (next === undefined || index === 0) return [];
  const written = source.slice(step.start, step.end);
  const name = step.test.type === 'name' ? (step.test.name ?? '') : '';
  const end = next.implied ? (path.steps[index + 2]?.start ?? step.end) : next.start;
  return [
    xpathRepair(spliced(source, step.start, end, ''), {
      cost: addedByBrowsers.has(name) ? 2 : 5.5,
      label: `Leave out "${written}"`,
      line: (matches) =>
        addedByBrowsers.has(name) && !places.names.tags.has(name)
          ? `"${written}" is not ${places.where}; a browser adds it to what it shows. Without it, ${matches}.`
          : `"${written}" is not there; without it, ${matches}.`,
    }),
  ];
}

/** The path without the step before, and without all of them. */
function withoutSteps({ source, path, index, step }: FailedPath): Repair[] {
  const written = source.slice(step.start, step.end);
  const repairs: Repair[] = [];
  const before = path.steps.slice(0, index).findLast((each) => !each.implied);
  if (before !== undefined && before !== path.steps[0]) {
    const outer = source.slice(before.start, before.end);
    repairs.push(
      xpathRepair(spliced(source, before.start, step.start, ''), {
        cost: 6,
        label: `Leave out "${outer}"`,
        line: (matches) => `"${written}" is not in "${outer}"; without "${outer}", ${matches}.`,
      }),
    );
  }
  if (before !== undefined && step.axis === 'child' && step.test.type === 'name') {
    repairs.push(
      xpathRepair(spliced(source, path.start, step.start, '//'), {
        cost: 7,
        label: `Use only "//${written}"`,
        line: (matches) => `"${written}" is not where the path looks; "//${written}" has ${matches}.`,
      }),
    );
  }
  return repairs;
}

/** `//` in place of one `/` before an element, and of all. */
function loosened({ source, path }: FailedPath): Repair[] {
  const places = path.steps.flatMap((step, at) => {
    const follows = at > 0 && path.steps[at - 1]?.implied === true;
    const isElement = step.axis === 'child' && step.test.type === 'name' && !step.implied;
    return at > 0 && isElement && !follows ? [step] : [];
  });
  const insert = (text: string, { start }: Step): string => spliced(text, start, start, '/');
  const one = places.map((step) => {
    const written = source.slice(step.start, step.end);
    return xpathRepair(insert(source, step), {
      cost: 4.2,
      label: `Use "//${written}"`,
      line: (matches) =>
        `Not every "${written}" is directly inside what is before it; with "//", ${matches}.`,
    });
  });
  if (places.length < 2) return one;
  const all = xpathRepair(places.toReversed().reduce(insert, source), {
    cost: 4.5,
    label: 'Use "//" in place of every "/"',
    line: (matches) => `Between steps that "/" joins there are other elements; with "//", ${matches}.`,
  });
  return [...one, all];
}

/** `has-class` in place of a comparison with the whole class attribute in one of the steps before. */
function wholeClasses({ source, path, index }: FailedPath): Repair[] {
  return path.steps.slice(0, index).flatMap(({ predicates }) =>
    predicates.flatMap((predicate): Repair[] => {
      const written = source.slice(predicate.start, predicate.end);
      const value = /^@class\s*=\s*(?<value>"[^"\s]+"|'[^'\s]+')$/.exec(written)?.groups?.['value'];
      if (value === undefined) return [];
      return [
        xpathRepair(spliced(source, predicate.start, predicate.end, `has-class(${value})`), {
          cost: 3.8,
          label: `Use "has-class(${value})"`,
          line: (matches) =>
            `"${written}" leaves out elements with further classes; "has-class(${value})" has ${matches}.`,
        }),
      ];
    }),
  );
}

/** The path without the position of one of the steps before: `div[3]` where the part is in another div. */
function withoutPositions({ source, path, index }: FailedPath): Repair[] {
  return path.steps.slice(0, index).flatMap((step: Step): Repair[] =>
    step.predicates.flatMap((predicate): Repair[] => {
      if (predicate.type !== 'number') return [];
      const start = source.lastIndexOf('[', predicate.start);
      const end = source.indexOf(']', predicate.end) + 1;
      const written = source.slice(step.start, step.end);
      return [
        xpathRepair(spliced(source, start, end, ''), {
          cost: 6.5,
          label: `Leave out "${source.slice(start, end)}"`,
          line: (matches) => `It is not in "${written}"; without the position, ${matches}.`,
        }),
      ];
    }),
  );
}
