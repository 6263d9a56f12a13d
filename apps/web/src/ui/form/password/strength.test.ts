import { expect, it } from 'vitest';
import { strengthOf } from './strength.ts';

it.each([
  ['', 'weak'],
  ['secret', 'weak'],
  ['Password1', 'weak'],
  ['1234567890', 'weak'],
  ['qwertyuiop', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['passwordpassword', 'weak'],
  ['abc abc abc abc abc abc', 'weak'],
  ['19861224', 'weak'],
  ['correct horse', 'fair'],
  ['Summer2026!', 'fair'],
  ['correct horse battery staple', 'strong'],
  ['ein Pferd frisst keinen Gurkensalat', 'strong'],
  ['xK4!pq9Zt#Lm', 'strong'],
])('%j is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
