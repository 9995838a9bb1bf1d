// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { isTextInput } from './keys.ts';

it.each([
  ['a text field', '<input id="x">', true],
  ['a search field', '<input type="search" id="x">', true],
  ['a text area', '<textarea id="x"></textarea>', true],
  ['a select, which is searched by letters', '<select id="x"></select>', true],
  ['a button of a dialog', '<div role="dialog"><button id="x"></button></div>', true],
  ['a checkbox in a dialog', '<div role="dialog"><input type="checkbox" id="x"></div>', true],
  ['an item of a menu', '<div role="menu"><button role="menuitem" id="x"></button></div>', true],
  ['a checkbox', '<input type="checkbox" id="x">', false],
  ['a radio button', '<input type="radio" id="x">', false],
  ['a button', '<button id="x"></button>', false],
])('%s', (_name, html, takes) => {
  document.body.innerHTML = html;
  expect(isTextInput(document.querySelector('#x'))).toBe(takes);
});
