import type { ExportFile } from './export-schema.ts';

interface LooseEnd {
  path: (string | number)[];
  message: string;
}

/** The inconsistencies of an export: missing people and threads, and duplicates. */
export function looseEnds(file: ExportFile): LooseEnd[] {
  return [...doubles(file), ...strangers(file), ...completions(file), ...messages(file), ...accounts(file)];
}

function doubles({ people, tasks, groceries, conversations, messages: sent }: ExportFile): LooseEnd[] {
  return [
    ...repeated('people', people, one => one.id),
    ...repeated('people', people, one => one.account && one.email),
    ...repeated('tasks', tasks, one => one.id),
    // A series has at most one task per date and one open task.
    ...repeated('tasks', tasks, one => one.scheduledDay && `${one.series} ${one.scheduledDay}`),
    ...repeated('tasks', tasks, one => (one.scheduledDay && !one.completed ? one.series : null)),
    ...repeated('groceries', groceries, one => one.id),
    ...repeated('conversations', conversations, one => one.id),
    ...repeated('conversations', conversations, one => one.users.toSorted().join()),
    ...repeated('messages', sent, one => one.id),
    ...repeated('messages', sent, one => String(one.sequence)),
    ...tasks.flatMap((one, place) =>
      new Set(one.assignees).size < one.assignees.length
        ? [{ path: ['tasks', place, 'assignees'], message: 'names a person twice' }]
        : [],
    ),
  ];
}

function repeated<Row>(list: string, rows: readonly Row[], keyOf: (row: Row) => string | null): LooseEnd[] {
  const seen = new Set<string>();
  return rows.flatMap((row, place) => {
    const key = keyOf(row);
    if (key === null || !seen.has(key)) {
      if (key !== null) seen.add(key);
      return [];
    }
    return [{ path: [list, place], message: 'is there twice' }];
  });
}

function strangers(file: ExportFile): LooseEnd[] {
  const known = new Set(file.people.map(one => one.id));
  const missing = (path: LooseEnd['path'], ids: readonly (string | null)[]) =>
    ids.every(id => id === null || known.has(id))
      ? []
      : [{ path, message: 'names a person who is not among the people' }];
  return [
    ...file.people.flatMap((one, place) => missing(['people', place, 'manager'], [one.manager])),
    ...file.tasks.flatMap((one, place) =>
      missing(['tasks', place], [one.creator, one.manager, one.completedBy, ...one.assignees]),
    ),
    ...file.groceries.flatMap((one, place) => missing(['groceries', place, 'user'], [one.user])),
    ...file.conversations.flatMap((one, place) => missing(['conversations', place, 'users'], one.users)),
  ];
}

/** Only a completed task says when and by which person that was. */
function completions({ tasks }: ExportFile): LooseEnd[] {
  return tasks.flatMap((one, place) =>
    (['completedAt', 'completedBy'] as const).flatMap(field =>
      one.completed || one[field] === null
        ? []
        : [{ path: ['tasks', place, field], message: 'must be null: the task is open' }],
    ),
  );
}

/** A thread has two people, one of them with an account in the export. Only these two write and read in it. */
function messages({ people, conversations, messages: sent }: ExportFile): LooseEnd[] {
  const accounts = new Set(people.filter(one => one.account).map(one => one.id));
  const pairs = new Map(conversations.map(one => [one.id, one.users]));
  return [
    ...conversations.flatMap(({ users, read }, place) => {
      const isPair = users[0] !== users[1] && users.some(user => accounts.has(user));
      const isRead = read.every(mark => users.includes(mark.user));
      return isPair && isRead
        ? []
        : [
            {
              path: ['conversations', place],
              message: 'is not between a person with an account and another person',
            },
          ];
    }),
    ...sent.flatMap((one, place) =>
      pairs.get(one.conversation)?.includes(one.sender)
        ? []
        : [{ path: ['messages', place], message: 'was not sent by one of the two of its conversation' }],
    ),
    ...sent.flatMap((one, place) =>
      one.deletedAt === null || one.text === ''
        ? []
        : [{ path: ['messages', place, 'text'], message: 'must be empty: the message was deleted' }],
    ),
  ];
}

function accounts({ owner, kind, people, tasks }: ExportFile): LooseEnd[] {
  return [
    ...people.flatMap((one, place) =>
      one.account && (one.username === null || one.email === null)
        ? [{ path: ['people', place], message: 'has an account without a name or an email' }]
        : [],
    ),
    ...people.flatMap((one, place) =>
      one.account && one.id !== owner && (kind === 'user' || one.manager !== owner)
        ? [{ path: ['people', place], message: 'has an account and is neither the owner nor a member' }]
        : [],
    ),
    ...(people.some(one => one.id === owner && one.account)
      ? []
      : [{ path: ['owner'], message: 'has no account among the people' }]),
    ...schedules(tasks),
  ];
}

/** A repeating task has a series with a schedule, on which all its tasks agree. */
function schedules(tasks: ExportFile['tasks']): LooseEnd[] {
  const known = new Map<string, string>();
  return tasks.flatMap((one, place) => {
    const { series, recurrenceType, firstDay, anchorDay } = one;
    if (recurrenceType === 'none' && series === null) return [];
    const complain = (field: string, message: string) => [{ path: ['tasks', place, field], message }];
    if (series === null) return complain('series', 'must be named: the task repeats');
    if (recurrenceType === 'none') return complain('series', 'must be null: the task does not repeat');
    if (firstDay === null) return complain('firstDay', 'must be named: the task repeats');
    if (anchorDay === null) return complain('anchorDay', 'must be named: the task repeats');
    if (recurrenceType === 'weekdays' && one.recurrenceDays.length === 0)
      return complain('recurrenceDays', 'must name at least one weekday');
    const rule = ruleOf(one);
    if ((known.get(series) ?? rule) !== rule) return complain('series', 'has several rules');
    known.set(series, rule);
    return [];
  });
}

function ruleOf(task: ExportFile['tasks'][number]): string {
  const { recurrenceType, recurrenceInterval, recurrenceEndDate, firstDay, anchorDay, ended } = task;
  const { recurrenceDays, recurrenceEvery, recurrenceFrom } = task;
  return JSON.stringify([
    ...[recurrenceType, recurrenceInterval, recurrenceEndDate, firstDay, anchorDay, ended],
    ...[recurrenceDays, recurrenceEvery, recurrenceFrom],
  ]);
}
