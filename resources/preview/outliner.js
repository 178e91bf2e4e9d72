/* oxlint-disable typescript/unbound-method -- each is bound where it is taken */
// Runs inside the preview of a page, before anything of the page is there: draws outlines, and tells which element was
// picked. It takes what it needs from the browser at once, because elements of the page may later stand in for it
// (an <img name="querySelectorAll"> becomes document.querySelectorAll).
(() => {
  'use strict';
  const attribute = 'data-spider-studio-n';
  const find = Document.prototype.querySelectorAll.bind(document);
  const make = Document.prototype.createElement.bind(document);
  const numberOf = Function.prototype.call.bind(Element.prototype.getAttribute);
  const boxOf = Function.prototype.call.bind(Element.prototype.getBoundingClientRect);
  const parentOf = Function.prototype.call.bind(
    Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get,
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
    hover: 'outline:2px solid #b3430f;background:rgba(179,67,15,.10)',
  };
  const labelStyle =
    'position:absolute;padding:1px 6px;background:#8f350c;color:#fff;font:12px/18px monospace;white-space:nowrap;max-width:320px;overflow:hidden;text-overflow:ellipsis';
  /** Keys of a text that is read: copying, choosing all of it, finding the way in the browser. */
  const ownKeys = /^[acvx]$/i;

  /** Elements by number, found once: the page never changes. */
  let elements = null;
  let groups = [];
  let picking = false;
  let hovered = null;
  let waiting = false;

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

  function drawLabel(element, box, origin) {
    const label = make('div');
    const above = box.top >= 22;
    const top = above ? box.top - 21 : Math.max(box.top, 0) + 2;
    label.setAttribute(
      'style',
      `${labelStyle};left:${Math.max(box.left, 0) - origin.left}px;top:${top - origin.top}px`,
    );
    const classes = (numberOf(element, 'class') ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 3);
    const id = numberOf(element, 'id') ?? '';
    label.textContent = [element.localName, id === '' ? '' : `#${id}`, ...classes.map((name) => `.${name}`)]
      .join('')
      .slice(0, 80);
    append(layer, label);
  }

  /** Draws what stands in view and a screen around it: a page may have thousands of matches. Counts them all. */
  function draw() {
    waiting = false;
    layer.replaceChildren();
    const origin = boxOf(host);
    const height = window.innerHeight;
    let drawn = 0;
    for (const group of groups) {
      for (const number of group.elements) {
        if (drawn >= mostDrawn) break;
        const element = elementAt(number);
        if (element === undefined) continue;
        const box = boxOf(element);
        if (box.width === 0 && box.height === 0) continue;
        drawn += 1;
        if (box.bottom < -height || box.top > 2 * height) continue;
        drawBox(box, styles[group.style] ?? styles.match, origin);
      }
    }
    const under = picking && hovered !== null ? elementAt(hovered) : undefined;
    if (under !== undefined) {
      const box = boxOf(under);
      drawBox(box, styles.hover, origin);
      drawLabel(under, box, origin);
    }
    return drawn;
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

  /** The next element with a number in a direction; the same one where there is none. */
  function stepFrom(element, key) {
    const step = {
      ArrowUp: parentOf,
      ArrowDown: steps.firstElementChild,
      ArrowLeft: steps.previousElementSibling,
      ArrowRight: steps.nextElementSibling,
    }[key];
    let next = step(element);
    while (next !== null && numberOf(next, attribute) === null) next = step(next);
    return next ?? element;
  }

  /** Picking with the keyboard: the arrows go through the tree, Enter takes. */
  function pickByKey(event) {
    if (event.key === 'Enter') {
      if (hovered !== null) tell({ kind: 'picked', element: hovered }, '*');
      return true;
    }
    if (!event.key.startsWith('Arrow') || event.ctrlKey || event.metaKey || event.altKey) return false;
    const [first] = groups.flatMap((group) => group.elements);
    const from = elementAt(hovered ?? first ?? -1) ?? find(`body > [${attribute}]`)[0];
    if (from === undefined) return false;
    const next = hovered === null ? from : stepFrom(from, event.key);
    hover(Number(numberOf(next, attribute)));
    bringIntoView(next);
    return true;
  }

  /** Whether the window around the page should hear of a key: its shortcuts work here, too. */
  function isForWindow({ key, ctrlKey, metaKey, altKey }) {
    if (/^F\d+$/.test(key)) return key !== 'F11' && key !== 'F12';
    return (ctrlKey || metaKey || altKey) && !(ownKeys.test(key) && !altKey);
  }

  function drawLater() {
    if (waiting) return;
    waiting = true;
    later(draw);
  }

  /** The numbers of the elements under an event, from the innermost outwards. */
  function numbersUnder(event) {
    const numbers = [];
    for (let node = event.composedPath()[0]; node instanceof Element; node = parentOf(node)) {
      const number = numberOf(node, attribute);
      if (number !== null && numbers.length < mostAncestors) numbers.push(Number(number));
    }
    return numbers;
  }

  const pickedNumber = (event) => numbersUnder(event)[0] ?? null;

  function receive({ source, data }) {
    if (source !== window.parent || typeof data !== 'object' || data === null) return;
    if (data.kind === 'outline' && Array.isArray(data.groups)) {
      groups = data.groups.filter((group) => Array.isArray(group?.elements));
      const drawn = draw();
      const wanted = typeof data.scrollTo === 'number' ? elementAt(data.scrollTo) : undefined;
      if (wanted !== undefined) bringIntoView(wanted);
      tell({ kind: 'outlined', drawn }, '*');
    }
    if (data.kind === 'picking') {
      picking = data.on === true;
      hovered = null;
      rootOf()?.style.setProperty('cursor', picking ? 'crosshair' : '', 'important');
      drawLater();
    }
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
        const elements = kind === 'click' ? numbersUnder(event) : [];
        if (elements.length === 0) return;
        tell(picking ? { kind: 'picked', element: elements[0] } : { kind: 'clicked', elements }, '*');
      },
      true,
    );
  }
  window.addEventListener(
    'mousemove',
    (event) => {
      if (!picking) return;
      hover(pickedNumber(event));
    },
    true,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && picking) tell({ kind: 'escaped' }, '*');
      if (picking && pickByKey(event)) return stop(event);
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
    tell({ kind: 'ready' }, '*');
  });
})();
