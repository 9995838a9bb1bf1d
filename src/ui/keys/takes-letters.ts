const taking =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"], :is([role="dialog"], [role="menu"]) *';

/** Whether a letter pressed there is written, or belongs to a dialog or a menu: then it is no key of the screen. */
export function takesLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(taking);
}
