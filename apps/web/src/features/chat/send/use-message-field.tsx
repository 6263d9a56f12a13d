import { LIMITS } from '@onus/contract/limits/lengths';
import { readPerson, readStranger } from '@onus/contract/quick-line/parts/people';
import { wordStarts } from '@onus/contract/quick-line/words';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { currentUserId } from '../../../data/session/session.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useThread } from '../threads/use-thread.ts';
import { type Recipient, useRecipients } from './recipients.ts';
import { startThread } from './start-thread.ts';

interface MessageFieldProps {
  /** Empty while the line does something else. */
  text: string;
  isMessage: boolean;
  /** The thread of the page. */
  threadId: string | undefined;
  /** Changes the line and focuses it. */
  edit: (text: string) => void;
  /** Brings back a text that could not be stored, unless another one is typed. */
  putBack: (text: string) => void;
}

/** The parts of a line that writes a message: to the open thread, or to the person after an @. */
export function useMessageField({ text, isMessage, threadId, edit, putBack }: MessageFieldProps) {
  const thread = useThread(isMessage ? threadId : undefined).data;
  const people = useRecipients(text, isMessage && !threadId);
  const [refused, setRefused] = useState('');
  const letter = readLetter(text, people.found);
  const to = threadId ? thread?.with : letter.to;
  const message = threadId ? text.trim() : letter.message;
  const problem = problemOf();

  function problemOf(): string {
    if (threadId) {
      if (!thread) return 'The thread is still loading.';
      if (!thread.may.send) return `You can no longer write to ${thread.with.username}.`;
    } else if (!letter.to) {
      if (letter.stranger) return letter.stranger;
      if (!people.isKnown && people.failure) return messageOf(people.failure);
      if (!people.isKnown) return 'The people you can write to are still loading.';
      return people.found.length > 0
        ? 'Begin with @ and the name of a person.'
        : 'There is no one you can write to.';
    }
    if (message === '') return 'The message is empty.';
    return message.length > LIMITS.message ? `A message has at most ${LIMITS.message} characters.` : '';
  }

  function submit(): void {
    if (text.trim() === '') return;
    setRefused(problem);
    if (problem || !to) return;
    edit('');
    void send(to, message, text);
  }

  async function send(person: Recipient, said: string, typed: string): Promise<void> {
    const isStored = threadId
      ? await enqueue('chat.send', { id: uuid(), conversationId: threadId, message: said })
      : (await startThread(person, said)) !== null;
    if (isStored) toastSuccess(`Sent to ${person.username}`);
    else putBack(typed);
  }

  return {
    submit,
    typed: () => setRefused(''),
    field: {
      placeholder: thread
        ? `Message to ${thread.with.username}`
        : `@${people.found[0]?.username ?? 'ana'} I am late`,
      enterKeyHint: 'send',
    } as const,
    parts: (
      <Understood
        to={text.trim() === '' && !threadId ? undefined : to}
        stranger={threadId ? '' : letter.stranger}
      />
    ),
    notes: (
      <>
        {refused !== '' && (
          <p role="alert" className="text-danger">
            Not sent. {refused}
          </p>
        )}
        {!threadId && !to && <People people={people.offered} onPick={name => edit(withName(text, name))} />}
      </>
    ),
  };
}

interface Letter {
  to: Recipient | undefined;
  /** Why the @ names no one; empty if it does. */
  stranger: string;
  /** The text without the name. */
  message: string;
}

/** The first @ that names a person says to whom the rest goes. */
function readLetter(text: string, people: readonly Recipient[]): Letter {
  const me = currentUserId();
  let stranger = '';
  for (const start of wordStarts(text)) {
    const named = readPerson(text, start, people, me);
    if (named) {
      const [before, after] = [
        text.slice(0, start).trim(),
        text.slice(named.end).replace(/^[,:]/, '').trim(),
      ];
      const to = people.find(({ id }) => id === named.person.id);
      return { to, stranger: '', message: [before, after].filter(Boolean).join(' ') };
    }
    const unknown = readStranger(text, start, people, me);
    if (unknown && !stranger)
      stranger = unknown.isSeveral
        ? `More than one name begins with “${unknown.name}”.`
        : `No one you can write to is called “${unknown.name}”.`;
  }
  return { to: undefined, stranger, message: text.trim() };
}

/** In place of an @ that is being typed, or before the text. */
function withName(text: string, name: string): string {
  const rest = text.replace(/(?<!\S)@\S*/u, '').trim();
  return `@${name} ${rest}`;
}

function Understood({ to, stranger }: { to: Recipient | undefined; stranger: string }) {
  if (!to && !stranger) return null;
  return (
    <p aria-live="polite" className="flex min-w-0 items-center gap-2 px-3 pb-2.5 text-ink-soft text-small">
      <UserRound aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 break-words">
        {to ? (
          <>
            To <bdi className="font-medium text-ink">{to.username}</bdi>
          </>
        ) : (
          stranger
        )}
      </span>
    </p>
  );
}

function People({ people, onPick }: { people: readonly Recipient[]; onPick: (name: string) => void }) {
  if (people.length === 0) return null;
  return (
    <ul aria-label="People" className="flex flex-wrap gap-2">
      {people.map(({ id, username }) => (
        <li key={id} className="max-w-full">
          <button
            type="button"
            onClick={() => onPick(username)}
            className="h-9 max-w-full truncate rounded-full px-4 inset-ring inset-ring-line transition-colors hover:bg-hover touch:h-touch"
          >
            @{username}
          </button>
        </li>
      ))}
    </ul>
  );
}
