import { z } from 'zod';

const word = z.string().nullish();
const amount = z.number().nullish();
const person = z.object({ name: word, username: word, email: word });
const titled = z.object({ title: word });

/** A task in the export of Vikunja: what Onus reads of it. Every other property is left out. */
export const vikunjaTask = z.object({
  title: word,
  /** HTML, or plain text from before Vikunja 0.23. */
  description: word,
  done: z.boolean().nullish(),
  due_date: word,
  start_date: word,
  end_date: word,
  /** Seconds. */
  repeat_after: amount,
  /** 0 from the due date, 1 each month, 2 from the day it is done. */
  repeat_mode: amount,
  priority: amount,
  /** From 0 to 1. */
  percent_done: amount,
  assignees: list(person),
  labels: list(titled),
  reminders: list(z.object({ reminder: word })),
  comments: list(z.object({ comment: word, author: person.nullish() })),
  attachments: list(z.object({ file: z.object({ name: word }).nullish() })),
  related_tasks: z.object({ parenttask: list(titled) }).nullish(),
});

export type VikunjaTask = z.output<typeof vikunjaTask>;

/** A project of the export, with tasks that are not looked at yet. */
const project = z.object({ title: word, tasks: list(z.unknown()) });

/** The file data.json. Before Vikunja 0.21 the projects were in namespaces. */
const exported = z.array(project.extend({ projects: list(project) }));

/** The projects of an export; null for another value. */
export function vikunjaProjects(data: unknown): z.output<typeof project>[] | null {
  const { data: found } = exported.safeParse(data);
  return found?.flatMap(({ projects, ...one }) => [one, ...(projects ?? [])]) ?? null;
}

/** Go writes null for an empty list. */
function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).nullish();
}
