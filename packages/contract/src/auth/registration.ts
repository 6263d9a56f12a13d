/** Who may register: everyone; only the first account of an empty installation; no one. */
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];
