import { expect, test } from 'vitest';
import { changedTopics } from './changed-topics.ts';

test.each([
  ['task.create', { title: 'Bins' }, ['task']],
  ['grocery.adjust', { id: 'a', by: 1 }, ['grocery']],
  ['grocery.clearCart', { ids: ['a'] }, ['grocery']],
  ['chat.send', { conversationId: 'a', message: 'Hello' }, ['chat']],
  ['chat.edit', { id: 'a', message: 'Hello' }, ['chat', 'message']],
  ['chat.delete', { id: 'a' }, ['chat', 'message']],
  ['auth.signOutEverywhere', undefined, ['session']],
  ['invite.create', { role: 'Employee' }, ['member']],
  ['sheet.import', { kind: 'tasks' }, ['task']],
  ['sheet.import', { kind: 'groceries' }, ['grocery']],
  ['sheet.import', { kind: 'todoist' }, ['task']],
  ['sheet.import', { kind: 'kitchenowl' }, ['grocery']],
  ['sheet.preview', { kind: 'tasks' }, []],
])('%s changes the right topics', (path, input, topics) => {
  expect(changedTopics(path, input)).toEqual(topics);
});
