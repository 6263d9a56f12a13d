/** What a person can be notified of, in the order of the settings (rule 9.8). */
export const NOTICE_KINDS = ['assigned', 'due', 'digest', 'message', 'shopping'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How a notification reaches a person. */
export const NOTICE_CHANNELS = ['push', 'mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** What an email says its link stops. */
export const EMAILS_ABOUT: Record<NoticeKind, string> = {
  assigned: 'emails about tasks that are assigned to you',
  due: 'emails about tasks that are due',
  digest: 'emails about your day',
  message: 'emails about new messages',
  shopping: 'emails about the grocery list while you shop',
};

/** The hour of the digest of a person who has not chosen one. */
export const DIGEST_AT = '07:00';

/** Hours after which "I am shopping" ends by itself. */
export const SHOPPING_HOURS = 3;

export interface NotifySettings {
  kinds: Record<NoticeKind, NoticeChannel[]>;
  /** HH:MM, by the person's own clock. */
  digestAt: string;
  namesOnly: boolean;
  /** Which channels this installation has. */
  available: Record<NoticeChannel, boolean>;
}

/** Any part of the settings. */
export interface NotifyChange {
  kinds?: { [Kind in NoticeKind]?: NoticeChannel[] | undefined } | undefined;
  digestAt?: string | undefined;
  namesOnly?: boolean | undefined;
}

/** The settings with what a change names; the rest stays. */
export function withChanges<Settings extends Omit<NotifySettings, 'available'>>(
  settings: Settings,
  { kinds = {}, digestAt = settings.digestAt, namesOnly = settings.namesOnly }: NotifyChange,
): Settings {
  const changed = NOTICE_KINDS.map(kind => [kind, kinds[kind] ?? settings.kinds[kind]]);
  return { ...settings, kinds: Object.fromEntries(changed), digestAt, namesOnly };
}
