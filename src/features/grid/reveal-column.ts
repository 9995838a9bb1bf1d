/** Scrolls sideways until a column lies clear of the frozen ones and of the edge. */
export function revealColumn(scroller: HTMLElement, column: number): void {
  const headers = scroller.querySelectorAll<HTMLElement>('[role="columnheader"]');
  const header = headers[column];
  if (!header || header.dataset['frozen']) return;
  const view = scroller.getBoundingClientRect();
  const frozen = [...scroller.querySelectorAll<HTMLElement>('[data-corner], [role="columnheader"][data-frozen]')];
  const start = Math.max(view.left, ...frozen.map((element) => element.getBoundingClientRect().right));
  const { left, right } = header.getBoundingClientRect();
  if (left < start) scroller.scrollLeft -= start - left;
  else if (right > view.left + scroller.clientWidth) {
    scroller.scrollLeft += Math.min(right - view.left - scroller.clientWidth, left - start);
  }
}
