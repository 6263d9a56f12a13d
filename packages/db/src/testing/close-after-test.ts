import { beforeEach, onTestFinished } from 'vitest';
import { closingTestDbs } from '../testing.ts';

// Tests cause thousands of refusals. Vitest records a hundred places of each, and tRPC reads them.
Error.stackTraceLimit = 20;

/** For every file. Registered before the functions of a test, it runs after those that still need the database. */
beforeEach(({ task }) => {
  // Of tests that run at the same time, one would close the databases of another.
  if (!task.concurrent) onTestFinished(closingTestDbs());
});
