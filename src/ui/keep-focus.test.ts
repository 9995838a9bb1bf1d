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
  ['the next of its list', chips, '#x2', '#b', 'x3'],
  ['the one before it where it was the last', chips, '#x3', '#c', 'x2'],
  ['what follows the list where it goes as a whole', chips, '#x2', 'ul', 'after'],
  [
    'what comes before, where nothing follows',
    '<main><p><i id="i"></i><button id="x"></button></p><p id="gone"><button id="y"></button></p></main>',
    '#y',
    '#gone',
    'x',
  ],
  [
    'what marks itself as heir',
    '<main><section><button id="x"></button><p id="heir" tabindex="-1" data-focus-heir="true"></p></section></main>',
    '#x',
    '#x',
    'heir',
  ],
  [
    'no heir of what lies elsewhere',
    '<main><p id="gone"><button id="x"></button></p><section tabindex="-1" data-focus-heir="own"><button id="y"></button></section></main>',
    '#x',
    '#gone',
    'y',
  ],
  [
    'what it was in, where that marks itself as heir',
    '<main><section id="heir" tabindex="-1" data-focus-heir="own"><button id="x"></button><button></button></section></main>',
    '#x',
    '#x',
    'heir',
  ],
  [
    'the page, where it has nothing else',
    '<a href="#"></a><main id="main" tabindex="-1"><button id="x"></button></main>',
    '#x',
    '#x',
    'main',
  ],
  [
    'nothing behind a dialog',
    '<button></button><div role="dialog" id="dialog" tabindex="-1"><button id="x"></button></div>',
    '#x',
    '#x',
    'dialog',
  ],
  [
    'no button of a group of choices but the chosen one',
    '<main><button id="x"></button><input type="radio" name="r"><input type="radio" name="r" id="chosen" checked></main>',
    '#x',
    '#x',
    'chosen',
  ],
])('hands the focus to %s', async (_to, html, held, gone, heir) => {
  show(html);
  find(held).focus();
  find(gone).remove();
  await vi.waitFor(() => expect(holder()).toBe(heir));
});

it('hands the focus on from what is switched off', async () => {
  show('<main><input id="field"><button id="x"></button></main>');
  find('#x').focus();
  find('#x').setAttribute('disabled', '');
  expect(await focused()).toBe('field');
});

it('gives the focus back to what was gone for a moment', async () => {
  show('<main><button id="x"></button><button></button></main>');
  const button = find('#x');
  button.focus();
  button.remove();
  await Promise.resolve();
  find('main').append(button);
  expect(await focused()).toBe('x');
});

it('opens no phone’s keyboard for whoever points', async () => {
  show('<main><button id="first"></button><p><input id="field"><button id="x"></button></p></main>');
  find('#x').focus();
  document.dispatchEvent(new Event('pointerdown'));
  find('#x').remove();
  expect(await focused()).toBe('first');
});

it('leaves the focus where it was put meanwhile, and nowhere where the person put it nowhere', async () => {
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

it('hands the focus back from a dialog to what it was opened by', async () => {
  show('<main tabindex="-1"><button id="opener"></button></main>');
  find('#opener').focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button id="x"></button></div>');
  find('#x').focus();
  find('[role=dialog]').remove();
  expect(await focused()).toBe('opener');
});

it('hands the focus to the page where a dialog opened by itself', async () => {
  show('<main id="main" tabindex="-1"></main>');
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button id="x"></button></div>');
  find('#x').focus();
  find('[role=dialog]').remove();
  expect(await focused()).toBe('main');
});

it('hands the focus back through dialogs that follow one another', async () => {
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

it('hands the focus to the page where what opened a dialog is gone', async () => {
  show('<main id="main" tabindex="-1"><button id="opener"></button></main>');
  find('#opener').focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button id="x"></button></div>');
  find('#x').focus();
  find('#opener').remove();
  find('[role=dialog]').remove();
  expect(await focused()).toBe('main');
});
