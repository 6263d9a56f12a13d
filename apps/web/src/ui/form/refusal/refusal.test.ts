import { expect, it } from 'vitest';
import { refusalOf } from './refusal.ts';

const NAMES = {
  'Current password': 'Current password',
  Current: 'Current password',
  Password: 'New password',
  Name: 'Username',
  Email: 'Email',
};

it.each([
  ['Name is required', 'Username', 'Username is required'],
  [
    'Password must have at least 8 characters',
    'New password',
    'New password must have at least 8 characters',
  ],
  ['Current is too long: at most 256', 'Current password', 'Current password is too long: at most 256'],
  ['Current password is wrong', 'Current password', 'Current password is wrong'],
  [
    'This password is one of the 10,000 most common ones. Choose another one.',
    'New password',
    'This password is one of the 10,000 most common ones. Choose another one.',
  ],
  ['An account with this email already exists', 'Email', 'An account with this email already exists'],
  ['Wrong email', 'Email', 'Wrong email'],
  ['Names are long', undefined, 'Names are long'],
  ['This passkey is set up already', undefined, 'This passkey is set up already'],
  ['Too many attempts. Try again in a minute.', undefined, 'Too many attempts. Try again in a minute.'],
])('“%s” is about %s', (said, label, message) => {
  expect(refusalOf(new Error(said), NAMES)).toEqual({ label, message });
});
