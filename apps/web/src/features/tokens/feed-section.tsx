import { Section } from '../../ui/layout/section.tsx';
import { FeedForm } from './feed-form.tsx';
import { FeedList } from './feed-list.tsx';

/** The user's calendar feeds (rule 9.9). */
export function FeedSection() {
  return (
    <Section title="Calendar feeds">
      <p className="text-ink-soft text-small">
        Your calendar app shows your tasks: subscribe to the address of a feed there. Everyone who has the
        address sees your tasks, so keep it to yourself. Your calendar decides how often it looks for changes.
      </p>
      <FeedList />
      <FeedForm />
    </Section>
  );
}
