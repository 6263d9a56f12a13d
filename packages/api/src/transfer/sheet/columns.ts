import type { TableKind } from '@onus/contract/transfer/sheet-limits';

export interface Columns {
  /** Which field each column holds; null for one that is ignored. */
  fields: (string | null)[];
  /** Names of columns that no field is read from. */
  ignored: string[];
  /** Words for the fields that every row needs and no column holds. */
  missing: string[];
}

/** How each field is called in people's tables; letters and digits only, the first as the app says it. */
const NAMES: Record<TableKind, Record<string, readonly string[]>> = {
  tasks: {
    title: ['title', 'task', 'goal', 'name', 'subject', 'summary', 'todo'],
    text: ['description', 'text', 'details', 'notes', 'note', 'content'],
    dueDate: ['duedate', 'due', 'date', 'deadline', 'dueon', 'dueby', 'start'],
    dueTime: ['duetime', 'time'],
    completed: ['completed', 'complete', 'done', 'finished'],
    recurrenceType: ['recurrencetype', 'recurrence', 'repeat', 'repeats', 'frequency'],
    recurrenceInterval: ['interval', 'intervaldays', 'recurrenceinterval', 'everyxdays'],
    recurrenceDays: ['recurrencedays', 'weekdays', 'days'],
    recurrenceEvery: ['recurrenceevery', 'every'],
    recurrenceFrom: ['recurrencefrom', 'countsfrom'],
    recurrenceEndDate: ['recurrenceenddate', 'enddate', 'until', 'repeatuntil', 'end'],
    assignees: ['assignees', 'assignee', 'assignto', 'assignedto', 'people', 'who', 'for'],
  },
  groceries: {
    name: ['name', 'itemname', 'item', 'product', 'grocery', 'groceries', 'article'],
    count: ['count', 'quantity', 'qty', 'amount', 'number'],
    price: ['price', 'cost', 'unitprice', 'dollars'],
    purchased: ['purchased', 'bought', 'inthecart', 'done', 'ticked'],
    section: ['section', 'aisle', 'department', 'category'],
  },
  todoist: {
    type: ['type'],
    content: ['content'],
    description: ['description'],
    priority: ['priority'],
    indent: ['indent'],
    responsible: ['responsible'],
    date: ['date'],
    dateLang: ['datelang'],
  },
};

const NEEDED: Record<TableKind, Record<string, string>> = {
  tasks: { title: 'Title', dueDate: 'Due Date' },
  groceries: { name: 'Name' },
  todoist: { type: 'TYPE', content: 'CONTENT' },
};

/** Which column is which, by the names in the first line, in any case and order; the first of two counts. */
export function columnsOf(kind: TableKind, header: readonly string[]): Columns {
  const fields: (string | null)[] = [];
  for (const name of header) {
    const field = fieldOf(kind, name);
    fields.push(field !== null && !fields.includes(field) ? field : null);
  }
  const ignored = header.filter((name, place) => fields[place] === null && name.trim() !== '');
  const missing = Object.entries(NEEDED[kind]).flatMap(([field, label]) =>
    fields.includes(field) ? [] : [label],
  );
  return { fields, ignored: ignored.map(name => name.trim()), missing };
}

function fieldOf(kind: TableKind, name: string): string | null {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return Object.entries(NAMES[kind]).find(([, names]) => names.includes(plain))?.[0] ?? null;
}
