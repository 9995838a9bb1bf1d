/** Delay in milliseconds, so that components that manage focus, such as an opening dialog, run first. */
const settleDelay = 50;

const textFields = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])';

/**
 * Prevents keyboard focus from being lost. If the focused element is removed or disabled, focus moves to the nearest
 * focusable element. A closed dialog returns focus to the element that had it before. Without this, browsers restart at
 * the top of the page.
 * @returns function that stops this
 */
export function keepFocus(): () => void {
  /** Element that has focus, or had it when it was removed; null after the user moved focus to the page background. */
  let focused: HTMLElement | null = null;
  let place: Place | null = null;
  let byPointer = false;
  let timer = 0;
  const openers = new WeakMap<Element, HTMLElement>();

  function onFocusIn({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return;
    const dialog = dialogOf(target);
    if (dialog && focused && !dialog.contains(focused) && !openers.has(dialog)) openers.set(dialog, focused);
    focused = target;
    place = null;
  }

  function onFocusOut({ target, relatedTarget }: FocusEvent) {
    if (relatedTarget !== null) return;
    // The element may be about to be removed. A microtask runs after the DOM change is complete.
    queueMicrotask(() => {
      if (focused && focused === target && focused !== document.activeElement && isFocusable(focused)) focused = null;
    });
  }

  function onChange(changes: readonly MutationRecord[]) {
    const gone = focused;
    if (gone === null || isFocusable(gone)) return;
    place = placeAfter(changes, gone, place);
    timer ||= window.setTimeout(moveFocus, settleDelay, gone);
  }

  function moveFocus(gone: HTMLElement) {
    timer = 0;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement === gone;
    if (focused !== gone || !isLost) return;
    // The element was removed only temporarily.
    if (isFocusable(gone) && tryFocus(gone)) return;
    focused = null;
    const dialog = dialogOf(gone);
    if (dialog && !dialog.isConnected) returnFocus(dialog);
    // Focusing a text field would open the on-screen keyboard.
    else if (place) focusNearest(place, (element) => !byPointer || !element.matches(textFields));
  }

  /**
   * Returns focus to the element that had it before a dialog opened. If that was in another dialog that is gone too,
   * returns it to the element before that one.
   */
  function returnFocus(dialog: Element) {
    const opener = openers.get(dialog);
    if (opener && tryFocus(opener)) return;
    const outer = opener && dialogOf(opener);
    if (outer && outer !== dialog && !outer.isConnected) returnFocus(outer);
    else document.querySelector('main')?.focus();
  }

  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  const ends = new AbortController();
  const { signal } = ends;
  document.addEventListener('focusin', onFocusIn, { signal });
  document.addEventListener('focusout', onFocusOut, { signal });
  document.addEventListener('pointerdown', () => (byPointer = true), { signal, capture: true });
  document.addEventListener('keydown', () => (byPointer = false), { signal, capture: true });
  return () => {
    ends.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
}

function dialogOf(element: Element): Element | null {
  return element.closest('[role="dialog"]');
}

function isFocusable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** Returns the place of the removed or disabled element `gone`; `place` if these changes contain no newer one. */
function placeAfter(changes: readonly MutationRecord[], gone: HTMLElement, place: Place | null): Place | null {
  if (gone.isConnected) return gone.parentElement && { parent: gone.parentElement, previous: gone };
  let latest = place;
  for (const { target, removedNodes, previousSibling } of changes) {
    const lost = [gone, latest?.parent];
    const isTaken = [...removedNodes].some((node) => lost.some((each) => each && node.contains(each)));
    if (isTaken && target instanceof Element) latest = { parent: target, previous: previousSibling };
  }
  return latest;
}

const focusable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])';

/** Preferred focus target for every place around it. The value `own` limits this to places inside the element. */
const heir = '[data-focus-heir="true"]';
const ownHeir = '[data-focus-heir="own"]';

/** Place of an element that had focus: in `parent`, after `previous` (null if it was first). */
interface Place {
  parent: Element;
  previous: Node | null;
}

/**
 * Focuses the element nearest to a place, in the smallest ancestor with a focusable element. Elements marked as heir
 * come first, then those after the place, then those before it.
 * @param takes whether an element may get focus
 */
function focusNearest({ parent, previous }: Place, takes: (element: HTMLElement) => boolean): void {
  let after = previous;
  for (let around: Element | null = parent; around !== null; after = around, around = around.parentElement) {
    if (candidates(around, after).some((element) => takes(element) && tryFocus(element))) return;
    // Beyond this are other parts of the page, or the page behind a dialog.
    if (around.matches('[role="dialog"], main') && tryFocus(around)) return;
  }
}

/** Focuses an element. Returns whether it got focus: hidden, disabled or removed elements don't. */
function tryFocus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus();
  return document.activeElement === element;
}

function candidates(around: Element, after: Node | null): HTMLElement[] {
  const stops = [...around.querySelectorAll<HTMLElement>(focusable)].filter(isTabStop);
  const isBefore = (element: Element) => after !== null && precedes(element, after);
  return [
    ...(around instanceof HTMLElement && around.matches(`${heir}, ${ownHeir}`) ? [around] : []),
    ...around.querySelectorAll<HTMLElement>(heir),
    ...stops.filter((element) => !isBefore(element)),
    ...stops.filter(isBefore).toReversed(),
  ];
}

/** Whether an element starts before the end of `mark`. */
function precedes(element: Element, mark: Node): boolean {
  if (!mark.isConnected) return false;
  return mark.contains(element) || (mark.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}

/** Whether Tab stops at the element: in a radio group only at the selected button. */
function isTabStop(element: HTMLElement): boolean {
  return !(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked;
}
