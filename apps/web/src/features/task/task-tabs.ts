/** The tabs of the dashboard. The route reads them from the URL before the dashboard itself is loaded. */
export const TASK_TABS = ['today', 'overdue', 'upcoming', 'complete', 'settings'] as const;
export type TaskTab = (typeof TASK_TABS)[number];
