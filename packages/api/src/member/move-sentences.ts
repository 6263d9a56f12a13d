/** What a move will change, counted before it happens. Names are those of now. */
export interface MoveFacts {
  person: string;
  /** The managers before and after; null for none. */
  from: string | null;
  to: string | null;
  /** True for a Manager or an Admin, who keeps a household of their own. */
  leads: boolean;
  /** Open tasks that the person created and that get another manager. */
  created: number;
  /** Open tasks of others that are assigned to the person. */
  assigned: number;
  /** Grocery items of theirs on the list that they leave. */
  items: number;
  /** Threads in which neither side may write any more. */
  threads: number;
}

export interface HandOverFacts {
  heir: string;
  /** Members besides the heir. */
  others: number;
  /** Open tasks that the heir will manage. */
  tasks: number;
  /** Items on the household's list. */
  items: number;
  /** Open invitations of the head who hands over. */
  invitations: number;
  /** True for an Admin, who keeps every permission. */
  staysAdmin: boolean;
}

/** Tells an Admin what moving a member does, in plain sentences. */
export function moveSentences(facts: MoveFacts): string[] {
  return [placeOf(facts), createdOf(facts), assignedOf(facts), groceriesOf(facts), threadsOf(facts)].filter(
    sentence => sentence !== '',
  );
}

/** Tells the head of a household what handing it over does, in plain sentences. */
export function handOverSentences(facts: HandOverFacts): string[] {
  const { heir, others, tasks, items, invitations, staysAdmin } = facts;
  return [
    `${heir} becomes a Manager and the head of your household. You become a member of it.`,
    staysAdmin
      ? 'You stay an Admin and keep a grocery list of your own.'
      : 'You can no longer add or change members.',
    others > 0 ? `${heir} will also manage the ${counted(others, 'other member')}.` : '',
    tasks > 0
      ? `${heir} will manage ${counted(tasks, 'open task')}. You keep the tasks that you created.`
      : '',
    items > 0 ? `The grocery list and its ${counted(items, 'item')} stay with the household of ${heir}.` : '',
    invitations > 0 ? `Your ${counted(invitations, 'open invitation')} will no longer work.` : '',
    `Threads stay readable. Only ${heir} or an Admin can undo this.`,
  ].filter(sentence => sentence !== '');
}

function placeOf({ person, from, to, leads }: MoveFacts): string {
  if (leads && to) return `${to} will manage ${person}, who keeps a household of their own.`;
  if (leads) return `${person} will have no manager and keeps a household of their own.`;
  if (from && to) return `${person} leaves the household of ${from} and joins the household of ${to}.`;
  return to
    ? `${person} joins the household of ${to}.`
    : `${person} leaves the household of ${from} and has no manager.`;
}

function createdOf({ person, to, leads, created }: MoveFacts): string {
  if (created === 0) return '';
  if (leads) return `${person} will manage the ${counted(created, 'open task')} that ${person} created.`;
  return to
    ? `${to} will manage the ${counted(created, 'open task')} that ${person} created.`
    : `The ${counted(created, 'open task')} that ${person} created will have no manager.`;
}

function assignedOf({ person, to, assigned }: MoveFacts): string {
  if (assigned === 0) return '';
  const stays = assigned === 1 ? 'stays' : 'stay';
  const seen = to ? ` ${to} will see ${assigned === 1 ? 'it' : 'them'}.` : '';
  return `${counted(assigned, 'open task')} that others assigned to ${person} ${stays} assigned.${seen}`;
}

function groceriesOf({ person, from, to, leads, items }: MoveFacts): string {
  if (leads) return '';
  const stays = items === 1 ? 'stays' : 'stay';
  const left =
    items > 0
      ? `The ${counted(items, 'grocery item')} that ${person} added ${stays} on the list of ${from ?? person}. `
      : '';
  return `${left}${person} will use ${to ? `the grocery list of ${to}` : 'a grocery list of their own'}.`;
}

function threadsOf({ person, threads }: MoveFacts): string {
  if (threads === 0) return '';
  const stays = threads === 1 ? 'stays' : 'stay';
  const them = threads === 1 ? 'it' : 'them';
  return `${counted(threads, 'thread')} ${stays} readable, but ${person} can no longer write in ${them}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
