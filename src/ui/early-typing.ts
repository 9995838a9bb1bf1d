const maxWait = 5000;

let typed = '';
let stop: (() => void) | null = null;

/** Buffers typed text for a loading field, for 5 seconds unless {@link takeTyping} is called first. */
export function keepTyping(onEscape: () => void): void {
  takeTyping();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  const timer = setTimeout(takeTyping, maxWait);
  document.addEventListener('keydown', onKeyDown, true);
  stop = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKeyDown, true);
  };
}

/** Stops buffering and returns the buffered text. */
export function takeTyping(): string {
  stop?.();
  stop = null;
  const taken = typed;
  typed = '';
  return taken;
}
