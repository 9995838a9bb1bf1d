const focusable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])';

/** Takes the focus first of all that is around a place. One of `own` takes it from what was in itself alone. */
const heir = '[data-focus-heir="true"]';
const ownHeir = '[data-focus-heir="own"]';

/** Where something stood that had the focus: in `parent`, after `previous`, which is null where it stood first. */
export interface Place {
  parent: Element;
  previous: Node | null;
}

/**
 * Gives the focus to what is nearest to a place: in the smallest element around it that holds anything to focus, what marks
 * itself as heir, else what follows the place, else what comes before it.
 * @param takes whether an element may have it
 */
export function focusNearest({ parent, previous }: Place, takes: (element: HTMLElement) => boolean): void {
  let after = previous;
  for (let around: Element | null = parent; around !== null; after = around, around = around.parentElement) {
    if (candidates(around, after).some((element) => takes(element) && takesFocus(element))) return;
    // Beyond lies another part of the page, or the page behind a dialog.
    if (around.matches('[role="dialog"], main') && takesFocus(around)) return;
  }
}

/** Gives the focus to an element. Returns whether it took it: nothing hidden, disabled or gone does. */
export function takesFocus(element: Element): boolean {
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
