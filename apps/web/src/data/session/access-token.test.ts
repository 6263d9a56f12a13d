import { expect, it } from 'vitest';
import { expiryOf, userOf } from './access-token.ts';

function tokenOf(payload: unknown): string {
  return `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`;
}

it('a token says who is signed in', () => {
  const info = { id: '1', username: 'Ana', roles: ['Admin', 'Manager'] };
  expect(userOf(tokenOf({ UserInfo: info, exp: 60 }))).toEqual({
    id: '1',
    username: 'Ana',
    roles: ['Admin', 'Manager'],
    isManager: true,
    isAdmin: true,
    status: 'Admin',
    mustEnroll: false,
  });
  expect(expiryOf(tokenOf({ exp: 60 }))).toBe(60_000);
});

it('a member has a manager', () => {
  const info = { id: '2', username: 'Ben', roles: ['Employee'], manager: '1' };
  expect(userOf(tokenOf({ UserInfo: info }))).toMatchObject({
    isManager: false,
    status: 'Employee',
    managerId: '1',
  });
});

it('names have every letter, also those that base64 writes with other signs', () => {
  const username = 'Zoë ÿ?>~ 👍';
  expect(userOf(tokenOf({ UserInfo: { id: '3', username, roles: [] } })).username).toBe(username);
});

it.each([null, '', 'no token'])('%j is no one', token => {
  expect(userOf(token)).toMatchObject({ id: '', username: '', roles: [], isManager: false });
  expect(expiryOf(token)).toBe(0);
});
