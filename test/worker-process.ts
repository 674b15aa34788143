import { startWorker } from '../app/worker.ts';
import { readEnvironment } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';

/**
 * A worker that is stopped and started again in one process: to load one costs more than most test files ask of it. What cannot be done
 * ends the process, which says why to the tests that wait for it.
 */
const env = readEnvironment(process.env);
const log = createLog(env);
let running: ReturnType<typeof startWorker> | undefined;

// It stays between two files, though what ends it with its parent lets it go.
process.channel?.ref();
process.on('message', async (order: 'start' | 'stop') => {
  const before = running;
  running = order === 'start' ? startWorker(env, log) : undefined;
  await (await before)?.stop();
  await running;
  process.send?.(order);
});
