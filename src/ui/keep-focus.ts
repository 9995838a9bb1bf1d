/** What is about to take the focus by itself, such as a dialog that opens, comes first. */
const settling = 50;

const writing = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"])';

/**
 * Sees to it that the keyboard has a place on the page: what goes away while it has the focus, or is switched off, hands it to what
 * is nearest; a dialog hands it back to what had it before. Browsers would start again at the top.
 * @returns how to end that
 */
export function keepFocus(): () => void {
  /** What has the focus, or had it when it went away; null once the person has left it for the bare page. */
  let held: HTMLElement | null = null;
  let place: Place | null = null;
  let byPointer = false;
  let timer = 0;
  const openers = new WeakMap<Element, HTMLElement>();

  function onFocusIn({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return;
    const dialog = dialogOf(target);
    if (dialog && held && !dialog.contains(held) && !openers.has(dialog)) openers.set(dialog, held);
    held = target;
    place = null;
  }

  function onFocusOut({ target, relatedTarget }: FocusEvent) {
    if (relatedTarget !== null) return;
    // It may be on its way out: whether it stays is known once the change to the page is whole.
    queueMicrotask(() => {
      if (held && held === target && held !== document.activeElement && isOn(held)) held = null;
    });
  }

  function onChange(changes: readonly MutationRecord[]) {
    const gone = held;
    if (gone === null || isOn(gone)) return;
    place = placeAfter(changes, gone, place);
    timer ||= window.setTimeout(hand, settling, gone);
  }

  function hand(gone: HTMLElement) {
    timer = 0;
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement === gone;
    if (held !== gone || !isLost) return;
    // It was away for a moment only.
    if (isOn(gone) && takesFocus(gone)) return;
    held = null;
    const dialog = dialogOf(gone);
    if (dialog && !dialog.isConnected) giveBack(dialog);
    // A field would bring up the keyboard of a phone.
    else if (place) focusNearest(place, (element) => !byPointer || !element.matches(writing));
  }

  /** Gives the focus back to what had it before a dialog opened; where that is gone with another dialog, to what had it before that one. */
  function giveBack(dialog: Element) {
    const opener = openers.get(dialog);
    if (opener && takesFocus(opener)) return;
    const outer = opener && dialogOf(opener);
    if (outer && outer !== dialog && !outer.isConnected) giveBack(outer);
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

function isOn(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** Where `gone` stands switched off, or was taken out of what is still on the page; `place` where these changes tell no other. */
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

/** Takes the focus first of all that is around a place. One of `own` takes it from what was in itself alone. */
const heir = '[data-focus-heir="true"]';
const ownHeir = '[data-focus-heir="own"]';

/** Where something stood that had the focus: in `parent`, after `previous`, which is null where it stood first. */
interface Place {
  parent: Element;
  previous: Node | null;
}

/**
 * Gives the focus to what is nearest to a place: in the smallest element around it that holds anything to focus, what marks
 * itself as heir, else what follows the place, else what comes before it.
 * @param takes whether an element may have it
 */
function focusNearest({ parent, previous }: Place, takes: (element: HTMLElement) => boolean): void {
  let after = previous;
  for (let around: Element | null = parent; around !== null; after = around, around = around.parentElement) {
    if (candidates(around, after).some((element) => takes(element) && takesFocus(element))) return;
    // Beyond lies another part of the page, or the page behind a dialog.
    if (around.matches('[role="dialog"], main') && takesFocus(around)) return;
  }
}

/** Gives the focus to an element. Returns whether it took it: nothing hidden, disabled or gone does. */
function takesFocus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus();
  return document.activeElement === element;
}

function candidates(around: Element, after: Node | null): HTMLElement[] {
  const stops = [...around.querySelectorAll<HTMLElement>(focusable)].filter(isOwnStop);
  const isBefore = (element: Element) => after !== null && comesBefore(element, after);
  return [
    ...(around instanceof HTMLElement && around.matches(`${heir}, ${ownHeir}`) ? [around] : []),
    ...around.querySelectorAll<HTMLElement>(heir),
    ...stops.filter((element) => !isBefore(element)),
    ...stops.filter(isBefore).toReversed(),
  ];
}

/** Whether an element begins before the end of `mark`. */
function comesBefore(element: Element, mark: Node): boolean {
  if (!mark.isConnected) return false;
  return mark.contains(element) || (mark.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}

/** Of a group of radio buttons, the Tab key stops at the chosen one. */
function isOwnStop(element: HTMLElement): boolean {
  return !(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked;
}
