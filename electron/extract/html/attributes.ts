import { NameTable } from './names.ts';

/**
 * The attribute names of an element in order. Elements with the same names share a shape, and with it the two objects for
 * the namespaces and prefixes of the attributes. So an element needs one object for its attributes instead of three.
 */
export class Shape {
  readonly names: readonly string[];
  readonly namespaces: Record<string, string>;
  readonly prefixes: Record<string, string>;
  private readonly next = new Map<number, Shape>();
  private lastIndex = -2;
  private last: Shape;

  constructor(attributes: readonly AdjustedName[]) {
    this.names = attributes.map(({ name }) => name);
    this.namespaces = Object.create(null);
    this.prefixes = Object.create(null);
    for (const { name, namespace, prefix } of attributes) {
      Reflect.set(this.namespaces, name, namespace);
      Reflect.set(this.prefixes, name, prefix);
    }
    this.last = this;
  }

  /** Returns this shape with the attribute of this number in `attributeNames` added; null if there are too many shapes. */
  with(index: number, foreign: boolean): Shape | null {
    if (index === this.lastIndex) return this.last;
    let shape = this.next.get(index);
    if (shape === undefined) {
      if (shapeCount >= shapeLimit || index === -1) return null;
      shapeCount++;
      const names = [
        ...this.names.map((name) => this.adjusted(name)),
        adjust(attributeNames.names[index] ?? '', foreign),
      ];
      shape = new Shape(names);
      this.next.set(index, shape);
    }
    this.lastIndex = index;
    this.last = shape;
    return shape;
  }

  private adjusted(name: string): AdjustedName {
    return { name, namespace: this.namespaces[name], prefix: this.prefixes[name] };
  }
}

interface AdjustedName {
  name: string;
  namespace: string | undefined;
  prefix: string | undefined;
}

/** Maximum number of shapes, so that pages with arbitrary attribute names cannot fill the memory. */
const shapeLimit = 6000;
let shapeCount = 0;

const commonNames = ['class', 'href', 'id', 'src', 'alt', 'title', 'style', 'type', 'name'];
/** Known attribute names by number: common ones, and those of recent pages. */
export const attributeNames = new NameTable(commonNames);

/** Spellings of SVG attributes. Source: https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes */
const svgNames = new Map(
  (
    'attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode ' +
    'filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines ' +
    'keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits ' +
    'numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ ' +
    'preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions ' +
    'requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles ' +
    'surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector ' +
    'yChannelSelector zoomAndPan'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

const prefixes = new Map([
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
]);

const prefixedNames = new Set(
  (
    'xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title xlink:type xml:lang xml:space xmlns ' +
    'xmlns:xlink'
  ).split(' '),
);

function adjust(name: string, foreign: boolean): AdjustedName {
  if (foreign && prefixedNames.has(name)) {
    const [prefix = '', local] = name.split(':');
    return {
      name: local ?? name,
      namespace: prefixes.get(prefix),
      prefix: local === undefined ? '' : prefix,
    };
  }
  return { name: foreign ? (svgNames.get(name) ?? name) : name, namespace: undefined, prefix: undefined };
}

let htmlRoot = new Shape([]);
let svgRoot = new Shape([]);

/** Clears the tables of names and shapes if they are full. Must only be called between pages. */
export function forgetAttributesWhenFull(): void {
  if (!attributeNames.isFull && shapeCount < shapeLimit) return;
  attributeNames.forget(commonNames);
  htmlRoot = new Shape([]);
  svgRoot = new Shape([]);
  shapeCount = 0;
}

/** Returns the shape for attributes, given by their numbers in `attributeNames`, or by name if they have no number. */
export function shapeOf(
  indexes: readonly number[],
  names: readonly string[],
  count: number,
  foreign: boolean,
): Shape {
  let shape = foreign ? svgRoot : htmlRoot;
  for (let at = 0; at < count; at++) {
    const next = shape.with(indexes[at] ?? -1, foreign);
    if (next === null) return new Shape(names.slice(0, count).map((name) => adjust(name, foreign)));
    shape = next;
  }
  return shape;
}
