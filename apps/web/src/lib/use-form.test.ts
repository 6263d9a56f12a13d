import { expect, it } from 'vitest';
import { fieldsOf, settled } from './use-form.ts';

const VALUES = { email: 'ana@example.com', roles: ['Employee'] };

it('a field shows its value and changes nothing else', () => {
  const changes: Partial<typeof VALUES>[] = [];
  const form = fieldsOf(VALUES, changed => changes.push(changed));
  expect(form.text('email').value).toBe('ana@example.com');
  expect(form.choice('roles').value).toBe(VALUES.roles);
  form.choice('roles').onChange(['Manager']);
  form.change({ email: 'ben@example.com' });
  expect(changes).toEqual([{ roles: ['Manager'] }, { email: 'ben@example.com' }]);
});

it('after a save the form shows what was stored', () => {
  const saved = { email: 'ana@example.org', roles: ['Manager'] };
  expect(settled(VALUES, VALUES, saved)).toEqual(saved);
});

it('what was typed during the save stays, field by field', () => {
  const typed = { ...VALUES, email: 'ana@example.net' };
  expect(settled(typed, VALUES, { email: 'ana@example.org', roles: ['Manager'] })).toEqual({
    email: 'ana@example.net',
    roles: ['Manager'],
  });
});

it('what was not sent is shown as it is stored', () => {
  const { email } = VALUES;
  const saved = { email, roles: ['Manager'] };
  expect(settled(VALUES, { email }, saved)).toEqual(saved);
});
