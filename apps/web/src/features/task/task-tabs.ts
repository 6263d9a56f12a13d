/** The tabs of the dashboards. The routes read them from the URL before the dashboards themselves are loaded. */
export const TASK_TABS = ['today', 'overdue', 'upcoming', 'complete', 'settings'] as const;
export type TaskTab = (typeof TASK_TABS)[number];

export const MEMBER_TABS = ['today', 'complete', 'overdue', 'upcoming', 'settings'] as const;
export type MemberTab = (typeof MEMBER_TABS)[number];

/** The name of the dialog that adds a task to a page of tasks. */
export const ADD_TASK = 'add-task';
