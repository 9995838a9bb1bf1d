// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { keepFocus } from './keep-focus.ts';

let end: () => void;

beforeEach(() => {
  end = keepFocus();
});

afterEach(() => {
  end();
  document.body.replaceChildren();
});

function show(html: string) {
  document.body.innerHTML = html;
}

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`Nothing is ${selector}`);
  return element;
}

/** Returns the ID of the focused element. */
function holder(): string | undefined {
  return document.activeElement?.id || document.activeElement?.tagName;
}

/** Returns the ID of the focused element after all timers have run. */
async function focused(): Promise<string | undefined> {
  await new Promise((resolve) => setTimeout(resolve, 120));
  return holder();
}

const chips = `<main tabindex="-1"><button id="before"></button>
  <ul><li id="a"><button id="x1"></button></li><li id="b"><button id="x2"></button></li><li id="c"><button id="x3"></button></li></ul>
  <button id="after"></button></main>`;

it.each([
  ['the next list item', chips, '#x2', '#b', 'x3'],
  ['the previous list item after the last', chips, '#x3', '#c', 'x2'],
  ['the element after a removed list', chips, '#x2', 'ul', 'after'],
  [
    'the element before if nothing follows',
    '<main><p><i id="i"></i><button id="x"></button></p><p id="gone"><button id="y"></button></p></main>',
    '#y',
    '#gone',
    'x',
  ],
  [
    'an element marked as heir',
    '<main><section><button id="x"></button><p id="heir" tabindex="-1" data-focus-heir="true"></p></section></main>',
    '#x',
    '#x',
    'heir',
  ],
  [
    'no heir in another place',
    '<main><p id="gone"><button id="x"></button></p><section tabindex="-1" data-focus-heir="own"><button id="y"></button></section></main>',
    '#x',
    '#gone',
    'y',
  ],
  [
    'its container marked as heir',
    '<main><section id="heir" tabindex="-1" data-focus-heir="own"><button id="x"></button><button></button></section></main>',
    '#x',
    '#x',
    'heir',
  ],
  [
    'the page without other focusable elements',
    '<a href="#"></a><main id="main" tabindex="-1"><button id="x"></button></main>',
    '#x',
    '#x',
    'main',
  ],
  [
    'no element behind a dialog',
    '<button></button><div role="dialog" id="dialog" tabindex="-1"><button id="x"></button></div>',
    '#x',
    '#x',
    'dialog',
  ],
  [
    'only the selected button of a radio group',
    '<main><button id="x"></button><input type="radio" name="r"><input type="radio" name="r" id="chosen" checked></main>',
    '#x',
    '#x',
    'chosen',
  ],
])('moves focus to %s', async (_to, html, held, gone, heir) => {
  show(html);
  find(held).focus();
  find(gone).remove();
  await vi.waitFor(() => expect(holder()).toBe(heir));
});

it('moves focus from a disabled element', async () => {
  show('<main><input id="field"><button id="x"></button></main>');
  find('#x').focus();
  find('#x').setAttribute('disabled', '');
  expect(await focused()).toBe('field');
});

it('returns focus to an element that was removed temporarily', async () => {
  show('<main><button id="x"></button><button></button></main>');
  const button = find('#x');
  button.focus();
  button.remove();
  await Promise.resolve();
  find('main').append(button);
  expect(await focused()).toBe('x');
});

it('focuses no text field after pointer input', async () => {
  show('<main><button id="first"></button><p><input id="field"><button id="x"></button></p></main>');
  find('#x').focus();
  document.dispatchEvent(new Event('pointerdown'));
  find('#x').remove();
  expect(await focused()).toBe('first');
});

it('keeps focus that was moved meanwhile, or cleared by the user', async () => {
  show(chips);
  find('#x2').focus();
  find('#b').remove();
  find('#after').focus();
  expect(await focused()).toBe('after');
  find('#after').blur();
  await Promise.resolve();
  find('#after').remove();
  expect(await focused()).toBe('BODY');
});

it('returns focus from a dialog to its opener', async () => {
  show('<main tabindex="-1"><button id="opener"></button></main>');
  find('#opener').focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button id="x"></button></div>');
  find('#x').focus();
  find('[role=dialog]').remove();
  expect(await focused()).toBe('opener');
});

it('moves focus to the page after a dialog without opener', async () => {
  show('<main id="main" tabindex="-1"></main>');
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button id="x"></button></div>');
  find('#x').focus();
  find('[role=dialog]').remove();
  expect(await focused()).toBe('main');
});

it('returns focus through consecutive dialogs', async () => {
  show('<main tabindex="-1"><button id="opener"></button></main>');
  find('#opener').focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="one"><button id="x"></button></div>');
  find('#x').focus();
  find('#one').remove();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="two"><button id="y"></button></div>');
  find('#y').focus();
  find('#two').remove();
  expect(await focused()).toBe('opener');
});

it('moves focus to the page if the opener of a dialog is gone', async () => {
  show('<main id="main" tabindex="-1"><button id="opener"></button></main>');
  find('#opener').focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button id="x"></button></div>');
  find('#x').focus();
  find('#opener').remove();
  find('[role=dialog]').remove();
  expect(await focused()).toBe('main');
});
