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
  const tell = window.parent.postMessage.bind(window.parent);
  const later = window.requestAnimationFrame.bind(window);
  const mostDrawn = 3000;

  const styles = {
    match: 'outline:2px solid #1a7f5a;background:rgba(26,127,90,.16)',
    other: 'outline:1px solid #2f6fb5;background:rgba(47,111,181,.12)',
    region: 'outline:1px dashed #8a6d1b;background:rgba(138,109,27,.08)',
    picked: 'outline:3px solid #b3430f;background:rgba(179,67,15,.18)',
    hover: 'outline:2px solid #b3430f;background:rgba(179,67,15,.10)',
  };

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

  function drawBox(box, style) {
    const mark = make('div');
    mark.setAttribute(
      'style',
      `position:absolute;box-sizing:border-box;left:${box.left + window.scrollX}px;top:${box.top + window.scrollY}px;width:${Math.max(box.width, 2)}px;height:${Math.max(box.height, 2)}px;${style}`,
    );
    append(layer, mark);
  }

  function draw() {
    waiting = false;
    layer.replaceChildren();
    let drawn = 0;
    for (const group of groups) {
      for (const number of group.elements) {
        if (drawn >= mostDrawn) break;
        const element = elementAt(number);
        if (element === undefined) continue;
        const box = boxOf(element);
        if (box.width === 0 && box.height === 0) continue;
        drawBox(box, styles[group.style] ?? styles.match);
        drawn += 1;
      }
    }
    const under = picking && hovered !== null ? elementAt(hovered) : undefined;
    if (under !== undefined) drawBox(boxOf(under), styles.hover);
    return drawn;
  }

  function drawLater() {
    if (waiting) return;
    waiting = true;
    later(draw);
  }

  function pickedNumber(event) {
    for (let node = event.composedPath()[0]; node instanceof Element; node = parentOf(node)) {
      const number = numberOf(node, attribute);
      if (number !== null) return Number(number);
    }
    return null;
  }

  function receive({ source, data }) {
    if (source !== window.parent || typeof data !== 'object' || data === null) return;
    if (data.kind === 'outline' && Array.isArray(data.groups)) {
      groups = data.groups.filter((group) => Array.isArray(group?.elements));
      const drawn = draw();
      const wanted = typeof data.scrollTo === 'number' ? elementAt(data.scrollTo) : undefined;
      if (wanted !== undefined) {
        const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
        Element.prototype.scrollIntoView.call(wanted, {
          block: 'center',
          behavior: calm ? 'auto' : 'smooth',
        });
      }
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
        const number = kind === 'click' && picking ? pickedNumber(event) : null;
        if (number !== null) tell({ kind: 'picked', element: number }, '*');
      },
      true,
    );
  }
  window.addEventListener(
    'mousemove',
    (event) => {
      if (!picking) return;
      const number = pickedNumber(event);
      if (number === hovered) return;
      hovered = number;
      drawLater();
      tell({ kind: 'hover', element: number }, '*');
    },
    true,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && picking) tell({ kind: 'escaped' }, '*');
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
