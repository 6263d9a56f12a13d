import { fillDemo } from './demo.ts';
import { makeAdmin } from './household.ts';
import type { Install } from './install.ts';
import type { Person } from './journey.ts';

const DAY = 86_400_000;

/** Texts that are hard to lay out: without spaces, very long, right to left, or without letters. */
const UNBROKEN = 'Kindergartenanmeldebestätigung'.repeat(7).slice(0, 200);
const WORDY = 'Ask the neighbours whether they would water the plants on the balcony '
  .repeat(3)
  .slice(0, 200);
const ARABIC = 'اشترِ الخبز والحليب والتفاح في طريق العودة إلى المنزل قبل أن يغلق المتجر';
const HEBREW = 'להוציא את הזבל בערב ולסגור את החלון במטבח';
const EMOJI = '🧺🪴👨‍👩‍👧‍👦🚲🧑🏽‍🍳🎂🐈‍⬛📦🏳️‍🌈✈️';
const HARD = [UNBROKEN, WORDY, ARABIC, HEBREW, EMOJI];

/** The people whose screens are shown, with the ids for the addresses. */
export interface Cast {
  /** The head of the household of `onus demo`. */
  head: Person;
  /** A member of it without messages. */
  mate: Person;
  /** Two new accounts: a manager and a single user. */
  fresh: Person;
  solo: Person;
  /** A manager of nine members with hard names and very long lists. */
  crowd: Person;
  /** An Admin. */
  admin: Person;
  member: { ordinary: string; long: string };
  /** The link with which another member of the demo sets a password. */
  activation: string;
  /** The link of an invitation of the head. */
  invitation: string;
}

type Call = <Answer = { id: string }>(method: string, path: string, body?: object) => Promise<Answer>;

export async function fillScreens(install: Install): Promise<Cast> {
  const [head, , mate] = await fillDemo(install);
  if (!mate) throw new Error('the demo has no third person');
  const [fresh, solo, admin] = [person('Eve'), person('Uma'), person('Root')];
  await registered(install, fresh, 'Manager');
  await registered(install, solo, 'User');
  await registered(install, admin, 'Manager');
  makeAdmin(install, admin);
  const ask = await signedIn(install, head);
  const ordinary = await memberNamed(ask, mate.name);
  const { result } = await ask<{ result: { data: { url: string } } }>('POST', '/trpc/member.link', {
    id: await memberNamed(ask, 'Sam'),
  });
  const { url: invitation } = await ask<{ url: string }>('POST', '/invitations', {
    role: 'Employee',
    uses: 3,
  });
  const { crowd, long } = await crowded(install);
  const member = { ordinary, long };
  return { head, mate, fresh, solo, crowd, admin, member, activation: result.data.url, invitation };
}

function person(name: string): Person {
  return { name, email: `${name.toLowerCase()}@example.com`, password: 'correct horse' };
}

async function registered(install: Install, { name, email, password }: Person, roles: string): Promise<Call> {
  await send(install, '', 'POST', '/api/users/', { name, email, password, roles });
  return signedIn(install, { name, email, password });
}

async function signedIn(install: Install, { email, password }: Person): Promise<Call> {
  const { accessToken } = await send<{ accessToken: string }>(install, '', 'POST', '/auth', {
    email,
    password,
  });
  return (method, path, body) => send(install, accessToken, method, path, body);
}

async function send<Answer>(
  { url }: Install,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function memberNamed(ask: Call, name: string): Promise<string> {
  const users = await ask<{ id: string; username: string }[]>('GET', '/users');
  const found = users.find(({ username }) => username === name);
  if (!found) throw new Error(`the demo has no ${name}`);
  return found.id;
}

/** Nine members, sixty tasks due today and sixty overdue, hard items, forty messages in the longest thread. */
async function crowded(install: Install): Promise<{ crowd: Person; long: string }> {
  const crowd = { ...person('Lou'), name: 'lou of the very long household name that goes on and on' };
  const ask = await registered(install, crowd, 'Manager');
  const names = [
    UNBROKEN.slice(0, 100),
    WORDY.slice(0, 100),
    'ليلى',
    'רות',
    '🐈‍⬛',
    'Ö',
    'ana maria',
    'Ben',
    'Cleo',
  ];
  const ids: string[] = [];
  for (const [index, username] of names.entries()) {
    const email = `${index === 0 ? 'a-very-long-address-'.repeat(3) : 'member-'}${index}@example.com`;
    const member = await ask<{ user: { id: string } }>('POST', '/manager/users', {
      username,
      email,
      password: 'Ab1!',
    });
    ids.push(member.user.id);
  }
  await tooManyTasks(ask, ids);
  await hardItems(ask);
  await longThreads(install, ask, ids);
  return { crowd, long: ids[0] ?? '' };
}

async function tooManyTasks(ask: Call, ids: readonly string[]): Promise<void> {
  for (let index = 0; index < 60; index += 1) {
    const title = HARD[index] ?? `Task number ${index + 1}`;
    const text = index % 4 === 0 ? HARD[(index / 4) % HARD.length] : '';
    const repeats = index % 5 === 2 ? { recurrenceType: 'interval', recurrenceInterval: 36_500 } : {};
    for (const days of [0, -200]) {
      const dueDate = new Date(Date.now() + days * DAY).toISOString();
      const assignees = days === 0 ? ids.slice(0, index % 10) : [];
      const { id } = await ask('POST', '/manager/tasks', { title, text, dueDate, assignees, ...repeats });
      if (index % 12 === 1) await ask('PATCH', '/manager/tasks', { id, completed: true });
      // The own list holds tasks without an assignee and tasks assigned to oneself.
      if (days === 0 && index < 9) await ask('POST', '/tasks', { title, text, dueDate, ...repeats });
    }
  }
}

const SECTIONS = [undefined, 'Fruit and vegetables from the market by the old town hall', 'Dairy', 'Dairy'];

async function hardItems(ask: Call): Promise<void> {
  for (const [index, text] of [...HARD, 'Salt', 'Milk'].entries()) {
    const { id } = await ask('POST', '/groceries', { name: text.slice(0, 120), count: 10 ** (index % 5) });
    await ask('PATCH', '/groceries', {
      id,
      price: index * 1234.56,
      purchased: index > 4,
      section: SECTIONS[index],
    });
  }
}

async function longThreads(install: Install, ask: Call, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await ask('POST', '/conversations', { users: [id], message: HARD[index % HARD.length] });
  }
  const ben = await signedIn(install, { ...person('Ben'), email: 'member-7@example.com', password: 'Ab1!' });
  const [thread] = await ben<{ id: string }[]>(
    'GET',
    '/conversations?participants_like=member-7@example.com',
  );
  for (let index = 0; index < 40; index += 1) {
    const message = HARD[index % 9] ?? `Message number ${index + 1}, of no great length.`;
    const write = index % 3 === 0 ? ask : ben;
    await write('POST', '/messages', { conversationId: thread?.id, message });
  }
}
