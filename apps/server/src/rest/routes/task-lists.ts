import type { TaskView } from '@onus/contract/task';
import { LongList } from '../paging.ts';
import type { Call } from '../row.ts';
import { taskShape } from '../shapes.ts';

/** The caller's own tasks. */
export function myTasks(call: Call, which: { view: TaskView; day?: string }): LongList {
  const { task } = call;
  const procedures = {
    list: (place: object) => task.list({ ...which, ...place }),
    find: (place: { limit: number; page: number }) => task.find({ ...which, ...place }),
  };
  return LongList.of(procedures, taskShape);
}

/** The tasks of an area: the caller's, or another manager's. */
export function managedTasks(
  call: Call,
  which: { view: TaskView; managerId?: string | undefined },
): LongList {
  const { manager } = call;
  const procedures = {
    list: (place: object) => manager.tasks({ ...which, ...place }),
    find: (place: { limit: number; page: number }) => manager.findTasks({ ...which, ...place }),
  };
  return LongList.of(procedures, taskShape);
}

export function tasksOfMember(call: Call, which: { view: TaskView; userId: string }): LongList {
  const { member } = call;
  const procedures = {
    list: (place: object) => member.tasks({ ...which, ...place }),
    find: (place: { limit: number; page: number }) => member.findTasks({ ...which, ...place }),
  };
  return LongList.of(procedures, taskShape);
}
