/** The tabs of the dashboards. The routes read them from the URL before the dashboards themselves are loaded. */
export const TASK_TABS = ['today', 'overdue', 'upcoming', 'complete', 'settings'] as const;
export type TaskTab = (typeof TASK_TABS)[number];

export const MANAGER_TABS = ['today', 'overdue', 'upcoming', 'complete', 'members'] as const;
export type ManagerTab = (typeof MANAGER_TABS)[number];

export const MEMBER_TABS = ['today', 'complete', 'overdue', 'upcoming', 'settings'] as const;
export type MemberTab = (typeof MEMBER_TABS)[number];

/** The tab a URL names; none for the first one, which needs no name. A key left out would let pass what stood there. */
export function namedTab<Tab extends string>(
  tabs: readonly Tab[],
  named: unknown,
): { tab?: Tab | undefined } {
  const tab = tabs.find(known => known === named);
  return { tab: tab === tabs[0] ? undefined : tab };
}
