import type { Mount } from './page.ts';

/** The same number of cells of the same size: colored elements without names, values or key handling. */
export const mount: Mount = (root, products, weeks) => {
  root.innerHTML = '<div id="plain" tabindex="0" style="height: 720px; overflow: auto"><div></div></div>';
  const content = root.querySelector<HTMLElement>('#plain > div');
  if (!content) throw new Error('Nothing holds the cells.');
  content.style.cssText = `display: grid; grid-template-columns: repeat(${weeks}, 30px); width: ${weeks * 30}px`;
  for (let cell = 0; cell < products * weeks; cell += 1) {
    const box = document.createElement('div');
    box.style.cssText = `height: 24px; margin: 4px 1px; background: hsl(${(cell * 37) % 360} 50% 70%)`;
    content.append(box);
  }
  return Promise.resolve('#plain');
};
