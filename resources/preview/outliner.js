/* oxlint-disable typescript/unbound-method -- each is bound where it is taken */
// Runs inside the preview of a page, before anything of the page is there: draws outlines, and reports what is picked.
// A click picks the smallest element under the pointer; arrow keys go through the tree, Enter picks, Escape lets go.
// It takes what it needs from the browser at once, because elements of the page may later stand in for it
// (an <img name="querySelectorAll"> becomes document.querySelectorAll).
(() => {
  'use strict';
  const attribute = 'data-spider-studio-n';
  const find = Document.prototype.querySelectorAll.bind(document);
  const elementsAt = Document.prototype.elementsFromPoint.bind(document);
  const styleOf = window.getComputedStyle.bind(window);
  const make = Document.prototype.createElement.bind(document);
  const numberOf = Function.prototype.call.bind(Element.prototype.getAttribute);
  const boxOf = Function.prototype.call.bind(Element.prototype.getBoundingClientRect);
  const parentOf = Function.prototype.call.bind(
    Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get,
  );
  const nodesIn = Function.prototype.call.bind(
    Object.getOwnPropertyDescriptor(Node.prototype, 'childNodes').get,
  );
  const rootOf = Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement').get.bind(document);
  const append = Function.prototype.call.bind(Node.prototype.appendChild);
  const steps = Object.fromEntries(
    ['nextElementSibling', 'previousElementSibling', 'firstElementChild'].map((name) => [
      name,
      Function.prototype.call.bind(Object.getOwnPropertyDescriptor(Element.prototype, name).get),
    ]),
  );
  const tell = window.parent.postMessage.bind(window.parent);
  const later = window.requestAnimationFrame.bind(window);
  const mostDrawn = 3000;
  const mostAncestors = 500;

  const styles = {
    match: 'outline:2px solid #1a7f5a;background:rgba(26,127,90,.16)',
    other: 'outline:1px solid #2f6fb5;background:rgba(47,111,181,.12)',
    region: 'outline:1px dashed #8a6d1b;background:rgba(138,109,27,.08)',
    picked: 'outline:3px solid #b3430f;background:rgba(179,67,15,.18)',
    hover: 'outline:2px dashed #3538cd;background:rgba(53,56,205,.08)',
    row: 'outline:2px solid rgba(26,127,90,.35);outline-offset:2px',
    field: 'outline:1px solid #1a7f5a',
    next: 'outline:2px solid #2563ad;background:rgba(37,99,173,.10)',
  };
  const labelColors = { hover: '#3538cd', row: '#1a6b4d', field: '#1a6b4d', next: '#2563ad' };
  const labelStyle =
    'position:absolute;padding:0 5px;border-radius:3px;color:#fff;font:bold 11px/16px system-ui,sans-serif;white-space:nowrap;max-width:240px;overflow:hidden;text-overflow:ellipsis';
  /** Keys of a text that is read: copying, choosing all of it, finding the way in the browser. */
  const ownKeys = /^[acvx]$/i;

  /** Elements by number, found once: the page never changes. */
  let elements = null;
  let groups = [];
  /** Single elements with a style and a label. */
  let marks = [];
  /** The element that was picked, from which the arrow keys begin. */
  let held = null;
  let hovered = null;
  let waiting = false;
  /** Where the labels stand that are drawn, so that none covers another. */
  let labels = [];
  /** The place that was reported last, as JSON. */
  let placed = 'null';

  const host = make('div');
  host.setAttribute(
    'style',
    'all:initial!important;position:absolute!important;left:0!important;top:0!important;width:0!important;height:0!important;overflow:visible!important;display:block!important;z-index:2147483647!important;pointer-events:none!important',
  );
  const layer = host.attachShadow({ mode: 'closed' });

  function elementAt(number) {
    if (elements === null) {
      elements = new Map();
      for (const element of find(`[${attribute}]`))
        elements.set(Number(numberOf(element, attribute)), element);
    }
    return elements.get(number);
  }

  /** A box over another one. Places are told from where the layer stands: the page may have moved it. */
  function drawBox(box, style, origin) {
    const mark = make('div');
    mark.setAttribute(
      'style',
      `position:absolute;box-sizing:border-box;left:${box.left - origin.left}px;top:${box.top - origin.top}px;width:${Math.max(box.width, 2)}px;height:${Math.max(box.height, 2)}px;${style}`,
    );
    append(layer, mark);
  }

  function drawLabel(text, color, box, origin) {
    const label = make('div');
    const above = box.top >= 18;
    let top = above ? box.top - 17 : Math.max(box.top, 0) + 2;
    const width = Math.min(240, 10 + 7 * text.length);
    let left = Math.max(box.left, 0);
    for (const other of labels) {
      if (Math.abs(other.top - top) > 13 || left > other.right || left + width < other.left) continue;
      if (other.top >= 17) top = other.top - 17;
      else left = other.right + 2;
    }
    labels.push({ left, right: left + width, top });
    label.setAttribute(
      'style',
      `${labelStyle};background:${color};left:${left - origin.left}px;top:${top - origin.top}px`,
    );
    label.textContent = text;
    append(layer, label);
  }

  /** "p.price": an element in a few characters. */
  function nameOf(element) {
    const classes = (numberOf(element, 'class') ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 3);
    const id = numberOf(element, 'id') ?? '';
    return [element.localName, id === '' ? '' : `#${id}`, ...classes.map((name) => `.${name}`)]
      .join('')
      .slice(0, 80);
  }

  const hasSize = ({ width, height }) => width > 0 && height > 0;

  /** Draws what stands in view and a screen around it: a page may have thousands of matches. Counts them all. */
  function draw() {
    waiting = false;
    labels = [];
    layer.replaceChildren();
    const origin = boxOf(host);
    const height = window.innerHeight;
    const isNear = (box) => box.bottom >= -height && box.top <= 2 * height;
    for (const { element: number, style, label } of marks) {
      const element = elementAt(number);
      const box = element === undefined ? null : boxOf(element);
      if (box === null || !hasSize(box) || !isNear(box)) continue;
      drawBox(box, styles[style] ?? styles.field, origin);
      if (label !== '') drawLabel(label, labelColors[style] ?? labelColors.field, box, origin);
    }
    let drawn = 0;
    for (const group of groups) {
      for (const number of group.elements) {
        if (drawn >= mostDrawn) break;
        const element = elementAt(number);
        if (element === undefined) continue;
        const box = boxOf(element);
        if (box.width === 0 && box.height === 0) continue;
        drawn += 1;
        if (!isNear(box)) continue;
        drawBox(box, styles[group.style] ?? styles.match, origin);
      }
    }
    const under = hovered === null ? undefined : elementAt(hovered);
    if (under !== undefined) {
      const box = boxOf(under);
      drawBox(box, styles.hover, origin);
      // What is in hand has its name in the window around the page.
      if (hovered !== held) drawLabel(nameOf(under), labelColors.hover, box, origin);
    }
    tellPlace();
    return drawn;
  }

  /** Reports where the held element stands, for what the window shows beside it. */
  function tellPlace() {
    const element = held === null ? undefined : elementAt(held);
    const { left, top, width, height } = element === undefined ? {} : boxOf(element);
    const box = left === undefined ? null : { left, top, width, height };
    const next = JSON.stringify(box);
    if (next === placed) return;
    placed = next;
    tell({ kind: 'placed', box }, '*');
  }

  function isInView(element) {
    const box = boxOf(element);
    return box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth;
  }

  function bringIntoView(element) {
    if (isInView(element)) return;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    Element.prototype.scrollIntoView.call(element, { block: 'center', behavior: calm ? 'auto' : 'smooth' });
  }

  function hover(number) {
    if (number === hovered) return;
    hovered = number;
    drawLater();
    tell({ kind: 'hover', element: number }, '*');
  }

  /** The next element that is seen in a direction; the same one where there is none. */
  function stepFrom(element, key) {
    const step = {
      ArrowUp: parentOf,
      ArrowDown: steps.firstElementChild,
      ArrowLeft: steps.previousElementSibling,
      ArrowRight: steps.nextElementSibling,
    }[key];
    const onwards = key === 'ArrowDown' ? steps.nextElementSibling : step;
    let next = step(element);
    while (next !== null && (numberOf(next, attribute) === null || !hasSize(boxOf(next)))) {
      next = onwards(next);
    }
    return next ?? element;
  }

  /** The keyboard: arrows go through the tree from the held element or from what is pointed at, Enter picks. */
  function pickByKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Enter') {
      if (hovered !== null) tell({ kind: 'picked', elements: numbersFrom(elementAt(hovered)) }, '*');
      return true;
    }
    if (event.key === 'Escape') {
      hover(null);
      tell({ kind: 'escaped' }, '*');
      return true;
    }
    if (!event.key.startsWith('Arrow')) return false;
    const [first] = groups.flatMap((group) => group.elements);
    const begun = held ?? hovered;
    const from = elementAt(begun ?? first ?? -1) ?? find(`body > [${attribute}]`)[0];
    if (from === undefined) return false;
    const next = begun === null ? from : stepFrom(from, event.key);
    const number = Number(numberOf(next, attribute));
    if (held === null) hover(number);
    else if (number !== held) {
      held = number;
      hover(null);
      tell({ kind: 'stepped', element: number }, '*');
      drawLater();
    }
    bringIntoView(next);
    return true;
  }

  /** Asks for the menu of an element: at a place, or below the element. */
  function askForMenu(number, at) {
    const { left, bottom } = boxOf(elementAt(number));
    const point = at ?? { left: Math.max(left, 0), top: Math.min(Math.max(bottom, 0), window.innerHeight) };
    tell({ kind: 'menu', element: number, ...point }, '*');
  }

  const isMenuKey = ({ key, shiftKey }) => key === 'ContextMenu' || (key === 'F10' && shiftKey);

  /** Whether the window around the page should hear of a key: its shortcuts work here, too. */
  function isForWindow({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    if (/^F\d+$/.test(key)) return key !== 'F11' && key !== 'F12';
    return (ctrlKey || metaKey || altKey) && !(ownKeys.test(key) && !altKey && !shiftKey);
  }

  function drawLater() {
    if (waiting) return;
    waiting = true;
    later(draw);
  }

  /** The numbers of an element and of what it lies in, from the innermost outwards. */
  function numbersFrom(element) {
    const numbers = [];
    for (let node = element; node instanceof Element; node = parentOf(node)) {
      const number = numberOf(node, attribute);
      if (number !== null && numbers.length < mostAncestors) numbers.push(Number(number));
    }
    return numbers;
  }

  /** Elements that show something without holding text. */
  const shown = /^(?:img|svg|video|canvas|input|textarea|select|button|iframe|object|embed)$/;

  const showsItself = (element) =>
    shown.test(element.localName) ||
    Array.prototype.some.call(nodesIn(element), ({ nodeType, data }) => nodeType === 3 && data.trim() !== '');

  const isOpaque = (element) => {
    const { backgroundColor, backgroundImage } = styleOf(element);
    return backgroundImage !== 'none' || !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor);
  };

  /**
   * The smallest element at the place of an event. An empty element that lies over others without hiding them, as links
   * over whole cards do, gives way to what is seen through it. Elements without a size are skipped.
   */
  function smallestAt(event) {
    let [top] = event.composedPath();
    while (top instanceof Element && (numberOf(top, attribute) === null || !hasSize(boxOf(top)))) {
      top = parentOf(top);
    }
    if (!(top instanceof Element) || showsItself(top) || isOpaque(top)) return top;
    for (const below of elementsAt(event.clientX, event.clientY)) {
      if (below === top || numberOf(below, attribute) === null) continue;
      if (Node.prototype.contains.call(below, top)) break;
      if (showsItself(below)) return below;
      if (isOpaque(below)) break;
    }
    return top;
  }

  function receive({ source, data }) {
    if (source !== window.parent || typeof data !== 'object' || data === null) return;
    if (data.kind !== 'outline' || !Array.isArray(data.groups) || !Array.isArray(data.marks)) return;
    groups = data.groups.filter((group) => Array.isArray(group?.elements));
    marks = data.marks.filter((mark) => typeof mark?.label === 'string');
    held = typeof data.held === 'number' ? data.held : null;
    const drawn = draw();
    const wanted = typeof data.scrollTo === 'number' ? elementAt(data.scrollTo) : undefined;
    if (wanted !== undefined) bringIntoView(wanted);
    tell({ kind: 'outlined', drawn }, '*');
  }

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  window.addEventListener('message', receive);
  // A link leads nowhere, a field takes nothing: the page is to be looked at.
  for (const kind of ['click', 'auxclick', 'submit', 'dragstart', 'beforeinput']) {
    window.addEventListener(
      kind,
      (event) => {
        stop(event);
        const elements = kind === 'click' ? numbersFrom(smallestAt(event)) : [];
        if (elements.length > 0) tell({ kind: 'picked', elements }, '*');
      },
      true,
    );
  }
  window.addEventListener(
    'mousemove',
    (event) => {
      const [element = null] = numbersFrom(smallestAt(event));
      hover(element);
    },
    true,
  );
  window.addEventListener(
    'contextmenu',
    (event) => {
      stop(event);
      // One that a key asked for was told of by that key.
      const [element] = event.button === 2 || event.ctrlKey ? numbersFrom(smallestAt(event)) : [];
      if (element !== undefined) askForMenu(element, { left: event.clientX, top: event.clientY });
    },
    true,
  );
  window.addEventListener('mouseout', ({ relatedTarget }) => relatedTarget === null && hover(null), true);
  window.addEventListener(
    'keydown',
    (event) => {
      if (pickByKey(event)) return stop(event);
      if (isMenuKey(event)) {
        const number = held ?? hovered;
        if (number !== null) askForMenu(number, null);
        return stop(event);
      }
      if (!isForWindow(event)) return;
      const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
      tell({ kind: 'key', key, code, ctrlKey, metaKey, altKey, shiftKey }, '*');
      stop(event);
    },
    true,
  );
  window.addEventListener('resize', drawLater);
  window.addEventListener('scroll', drawLater, true);
  window.addEventListener('load', drawLater);
  document.addEventListener('DOMContentLoaded', () => {
    const root = rootOf();
    if (root === null) return;
    append(root, host);
    root.style.setProperty('cursor', 'crosshair', 'important');
    tell({ kind: 'ready' }, '*');
  });
})();
