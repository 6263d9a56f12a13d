import { parentPort, workerData } from 'node:worker_threads';
import { createCheckpointer } from '@onus/db/commits/checkpoint';

/** Checkpoints in a thread of their own, with a connection of its own: no commit waits for one. */
const checkpointer = createCheckpointer(workerData.database);

parentPort?.on('message', (wish: 'checkpoint' | 'end') => {
  if (wish === 'checkpoint') return parentPort?.postMessage({ failure: checkpointer.checkpoint() });
  checkpointer.close();
  parentPort?.close();
});
