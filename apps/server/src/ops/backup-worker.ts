import { parentPort, workerData } from 'node:worker_threads';
import { makeBackup } from '@onus/db/backup/backup-log';

/** A backup in a thread of its own, with a connection of its own: the server serves on. */
const { folder, database, file, at } = workerData;
parentPort?.postMessage(await makeBackup(folder, database, file, at));
