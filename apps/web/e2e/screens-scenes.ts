import type { Page } from '@playwright/test';
import type { Cast } from './screens-data.ts';
import * as step from './screens-steps.ts';

/** One screen in one state. */
export interface Scene {
  name: string;
  /** The viewer. */
  by: 'nobody' | 'head' | 'mate' | 'fresh' | 'solo' | 'crowd' | 'admin';
  at: string | ((cast: Cast) => string);
  /** A fault, set up before the page opens. */
  given?: (page: Page) => Promise<void>;
  /** The steps on the page before the screenshot. */
  act?: (page: Page) => Promise<void>;
}

const MANAGER = '/dash/manager?tab=members';

export const SCENES: readonly Scene[] = [
  { name: 'landing', by: 'nobody', at: '/' },
  { name: 'login', by: 'nobody', at: '/login' },
  { name: 'login-error', by: 'nobody', at: '/login', act: step.logInWrongly },
  { name: 'register', by: 'nobody', at: '/register' },
  { name: 'register-differ', by: 'nobody', at: '/register', act: page => step.fillRegister(page, 'other') },
  { name: 'register-toast', by: 'nobody', at: '/register', act: page => step.fillRegister(page, 'first') },
  { name: 'forgot', by: 'nobody', at: '/forgot' },
  { name: 'forgot-sent', by: 'nobody', at: '/forgot', act: step.askForLink },
  { name: 'activate', by: 'nobody', at: '/activate?token=none' },
  {
    name: 'activate-short',
    by: 'nobody',
    at: '/activate?token=none',
    act: page => step.activate(page, 'four'),
  },
  {
    name: 'activate-error',
    by: 'nobody',
    at: '/activate?token=none',
    act: page => step.activate(page, 'enough'),
  },
  { name: 'activate-known', by: 'nobody', at: cast => cast.activation },
  { name: 'join', by: 'nobody', at: cast => cast.invitation },
  { name: 'join-signed-in', by: 'mate', at: cast => cast.invitation },
  { name: 'join-error', by: 'nobody', at: '/join?token=none' },
  { name: 'take-back', by: 'nobody', at: '/take-back-email?token=none' },
  { name: 'take-back-error', by: 'nobody', at: '/take-back-email?token=none', act: step.takeBackWrongly },
  { name: 'register-closed', by: 'nobody', at: '/register', given: step.closeRegistration },
  { name: 'login-closed', by: 'nobody', at: '/login', given: step.closeRegistration },
  { name: 'unauthorized', by: 'nobody', at: '/unauthorized' },

  ...['today', 'overdue', 'upcoming', 'complete', 'settings'].flatMap(tab => [
    { name: `tasks-${tab}-empty`, by: 'solo' as const, at: `/dash/tasks?tab=${tab}` },
    { name: `tasks-${tab}`, by: 'head' as const, at: `/dash/tasks?tab=${tab}` },
    { name: `tasks-${tab}-long`, by: 'crowd' as const, at: `/dash/tasks?tab=${tab}` },
  ]),
  {
    name: 'tasks-error',
    by: 'head',
    at: '/dash/tasks',
    given: page => step.lose(page, 'task.list'),
    act: step.alerted,
  },
  { name: 'settings', by: 'head', at: '/dash/settings' },
  { name: 'tasks-edit', by: 'head', at: '/dash/tasks', act: page => step.choose(page, 'Edit') },
  { name: 'tasks-edit-repeats', by: 'head', at: '/dash/tasks', act: step.editRepeating },
  { name: 'tasks-edit-long', by: 'crowd', at: '/dash/tasks', act: page => step.choose(page, 'Edit') },
  {
    name: 'tasks-hover',
    by: 'head',
    at: '/dash/tasks',
    act: page => page.getByRole('article').first().hover(),
  },
  {
    name: 'tasks-toast',
    by: 'head',
    at: '/dash/tasks',
    given: step.refuseTaskChanges,
    act: step.tickFirst,
  },
  {
    name: 'offline-tasks',
    by: 'head',
    at: '/dash/tasks',
    given: step.loseSocketAndWrites,
    act: step.addTasksOffline,
  },
  {
    name: 'offline-tasks-long',
    by: 'crowd',
    at: '/dash/tasks',
    given: step.loseSocketAndWrites,
    act: step.addTasksOffline,
  },
  {
    name: 'offline-groceries',
    by: 'head',
    at: '/dash/groceries',
    given: step.loseSocketAndWrites,
    act: step.tickItemsOffline,
  },
  {
    name: 'offline-tray',
    by: 'head',
    at: '/dash/groceries',
    given: step.loseSocketAndWrites,
    act: async page => {
      await step.tickItemsOffline(page);
      await page.getByRole('button', { name: /waiting$/ }).click();
    },
  },
  {
    name: 'refused-tray',
    by: 'head',
    at: '/dash/tasks',
    given: step.refuseTaskChanges,
    act: async page => {
      await step.tickFirst(page);
      await page.getByRole('button', { name: 'Not saved (1)' }).click();
    },
  },
  { name: 'add-task', by: 'solo', at: '/dash/tasks', act: step.addTask },
  { name: 'line', by: 'head', at: '/dash/tasks', act: page => page.keyboard.press('Control+k') },
  { name: 'add-task-repeats', by: 'head', at: '/dash/tasks', act: step.addRepeating },
  { name: 'add-task-long', by: 'crowd', at: '/dash/tasks', act: step.addRepeating },
  { name: 'add-task-error', by: 'head', at: '/dash/tasks', act: step.addNothing },

  ...['today', 'overdue', 'upcoming', 'complete', 'members'].flatMap(tab => [
    { name: `manager-${tab}-empty`, by: 'fresh' as const, at: `/dash/manager?tab=${tab}` },
    { name: `manager-${tab}`, by: 'head' as const, at: `/dash/manager?tab=${tab}` },
    { name: `manager-${tab}-long`, by: 'crowd' as const, at: `/dash/manager?tab=${tab}` },
  ]),
  { name: 'manager-edit', by: 'head', at: '/dash/manager', act: page => step.choose(page, 'Edit') },
  {
    name: 'members-error',
    by: 'head',
    at: MANAGER,
    given: page => step.lose(page, 'member.list'),
    act: step.alerted,
  },
  {
    name: 'chart-error',
    by: 'head',
    at: MANAGER,
    given: page => step.lose(page, 'manager.chart'),
    act: step.alerted,
  },
  { name: 'chart-hover', by: 'head', at: MANAGER, act: page => step.bars(page).nth(2).hover() },
  { name: 'chart-focus', by: 'head', at: MANAGER, act: step.focusBar },
  { name: 'chart-open', by: 'head', at: MANAGER, act: page => step.bars(page).last().click() },
  {
    name: 'chart-huge',
    by: 'head',
    at: MANAGER,
    given: step.withHugeMonths,
    act: page => step.bars(page).last().hover(),
  },
  { name: 'invite', by: 'head', at: MANAGER, act: page => step.press(page, 'Invite') },
  { name: 'invitation', by: 'fresh', at: MANAGER, act: step.invite },
  { name: 'add-member', by: 'head', at: MANAGER, act: page => step.press(page, 'Add Member') },
  { name: 'add-member-long', by: 'head', at: MANAGER, act: step.addLongMember },
  { name: 'add-member-toast', by: 'fresh', at: MANAGER, act: step.addMember },

  ...['today', 'overdue', 'upcoming', 'complete', 'settings'].flatMap(tab => [
    { name: `member-${tab}`, by: 'head' as const, at: ({ member }: Cast) => memberAt(member.ordinary, tab) },
    {
      name: `member-${tab}-long`,
      by: 'crowd' as const,
      at: ({ member }: Cast) => memberAt(member.long, tab),
    },
  ]),
  {
    name: 'member-error',
    by: 'head',
    at: atMember,
    given: page => step.lose(page, 'member.get'),
    act: step.alerted,
  },
  { name: 'member-link', by: 'head', at: atMember, act: step.makeLink },
  {
    name: 'member-link-error',
    by: 'head',
    at: atMember,
    given: page => step.lose(page, 'member.link'),
    act: step.makeLink,
  },

  { name: 'hand-over', by: 'head', at: atMember, act: step.showHandOver },
  { name: 'hand-over-ask', by: 'head', at: atMember, act: step.askHandOver },
  { name: 'hand-over-long', by: 'crowd', at: atLongMember, act: step.showHandOver },
  { name: 'hand-over-ask-long', by: 'crowd', at: atLongMember, act: step.askHandOver },
  { name: 'move', by: 'admin', at: atMember, act: step.showMove },
  { name: 'move-ask', by: 'admin', at: atMember, act: step.askMove },
  { name: 'move-long', by: 'admin', at: atLongMember, act: step.askMove },

  { name: 'groceries-empty', by: 'solo', at: '/dash/groceries' },
  { name: 'groceries', by: 'head', at: '/dash/groceries' },
  { name: 'groceries-long', by: 'crowd', at: '/dash/groceries' },
  { name: 'groceries-line', by: 'head', at: '/dash/groceries', act: step.typeItem },
  { name: 'groceries-line-long', by: 'crowd', at: '/dash/groceries', act: step.openSuggestions },
  { name: 'groceries-more', by: 'head', at: '/dash/groceries', act: step.offerMore },
  { name: 'groceries-price', by: 'head', at: '/dash/groceries', act: step.openPrice },
  {
    name: 'groceries-error',
    by: 'head',
    at: '/dash/groceries',
    given: page => step.lose(page, 'grocery.page'),
    act: step.alerted,
  },
  { name: 'groceries-edit', by: 'head', at: '/dash/groceries', act: page => step.choose(page, 'Edit') },
  { name: 'groceries-edit-error', by: 'head', at: '/dash/groceries', act: step.editWrongly },
  { name: 'add-item', by: 'head', at: '/dash/groceries', act: page => step.press(page, 'Add Item') },
  { name: 'add-item-error', by: 'head', at: '/dash/groceries', act: step.addNoItem },

  { name: 'messages-empty', by: 'mate', at: '/dash/messages' },
  { name: 'messages-nobody', by: 'solo', at: '/dash/messages' },
  { name: 'messages', by: 'head', at: '/dash/messages' },
  { name: 'messages-long', by: 'crowd', at: '/dash/messages' },
  {
    name: 'messages-error',
    by: 'head',
    at: '/dash/messages',
    given: page => step.lose(page, 'chat.conversations'),
    act: step.alerted,
  },
  { name: 'thread', by: 'head', at: '/dash/messages', act: step.openThread },
  { name: 'thread-long', by: 'crowd', at: '/dash/messages', act: step.openThread },
  {
    name: 'thread-error',
    by: 'head',
    at: '/dash/messages',
    given: page => step.lose(page, 'chat.messages'),
    act: step.openLostThread,
  },
  { name: 'thread-menu', by: 'head', at: '/dash/messages', act: step.openThreadMenu },
  { name: 'thread-edit', by: 'head', at: '/dash/messages', act: step.editMessage },
  {
    name: 'thread-unsent',
    by: 'head',
    at: '/dash/messages',
    given: page => step.lose(page, 'chat.send'),
    act: step.writeInVain,
  },
  { name: 'create-thread', by: 'head', at: '/dash/messages', act: page => step.createThread(page, 'Hello') },
  {
    name: 'create-thread-long',
    by: 'crowd',
    at: '/dash/messages',
    act: page => step.createThread(page, 'Hello '.repeat(99)),
  },
  {
    name: 'create-thread-nobody',
    by: 'solo',
    at: '/dash/messages',
    act: page => step.press(page, 'Create Thread'),
  },

  { name: 'menu-name', by: 'head', at: '/dash/tasks', act: step.openNameMenu },
  { name: 'menu-name-long', by: 'crowd', at: '/dash/tasks', act: step.openNameMenu },
  { name: 'connection-lost', by: 'head', at: '/dash/tasks', given: step.loseSocket },
  {
    name: 'unreachable',
    by: 'head',
    at: '/dash/tasks',
    given: page => step.loseRefreshes(page),
    act: step.alerted,
  },
];

function memberAt(id: string, tab: string): string {
  return `/dash/manager/users/${id}?tab=${tab}`;
}

function atMember({ member }: Cast): string {
  return memberAt(member.ordinary, 'settings');
}

function atLongMember({ member }: Cast): string {
  return memberAt(member.long, 'settings');
}
