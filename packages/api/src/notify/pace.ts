import type { NoticeChannel } from '@onus/contract/notify/settings';

/** How fast one person gets notifications: what comes faster waits, and is then sent together. */
export interface Pace {
  count(channel: NoticeChannel, userId: string, now: number): void;
  /** The people who have had enough for now. */
  resting(channel: NoticeChannel, now: number): string[];
}

const WINDOW = 600_000;
const MOST = 30;

export function createPace(): Pace {
  const sent = new Map<string, number[]>();

  /** A clock that was set back forgets: no one waits for what was never so. */
  function recent(times: readonly number[], now: number): number[] {
    return times.filter(at => at > now - WINDOW && at <= now);
  }

  return {
    count(channel, userId, now) {
      const name = `${channel} ${userId}`;
      sent.set(name, [...recent(sent.get(name) ?? [], now), now]);
    },
    resting(channel, now) {
      const names: string[] = [];
      for (const [name, times] of sent) {
        const left = recent(times, now);
        if (left.length === 0) sent.delete(name);
        else if (left.length >= MOST && name.startsWith(`${channel} `))
          names.push(name.slice(channel.length + 1));
      }
      return names;
    },
  };
}
