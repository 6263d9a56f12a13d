/** The lists of rule 12, newest date first; Upcoming as everywhere (rule 4.3). */
export const MANAGER_LISTS = [
  { id: 'today', order: 'desc', empty: 'You have no tasks scheduled for today.' },
  { id: 'overdue', order: 'desc', empty: 'You have no overdue tasks' },
  { id: 'upcoming', order: 'desc', empty: 'You have no upcoming tasks' },
  { id: 'complete', order: 'desc', empty: 'You have no overdue tasks' },
] as const;
