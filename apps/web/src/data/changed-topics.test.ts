import { expect, test } from 'vitest';
import { changedTopics } from './changed-topics.ts';

test.each([
  ['task.create', ['task']],
  ['grocery.adjust', ['grocery']],
  ['grocery.clearCart', ['grocery']],
  ['chat.send', ['chat']],
  ['chat.edit', ['chat', 'message']],
  ['chat.delete', ['chat', 'message']],
  ['auth.signOutEverywhere', ['session']],
  ['invite.create', ['member']],
  ['sheet.import', ['task', 'grocery']],
  ['sheet.preview', []],
])('%s changes the right topics', (path, topics) => {
  expect(changedTopics(path)).toEqual(topics);
});
