import { DatabaseProblem } from '../../platform/embedded-postgres/problem.ts';
import { BadEnvironment } from '../../platform/env.ts';
import { FormerDatabase } from '../../platform/migrations.ts';
import { Stop } from '../stop.mjs';
import { launch } from './launch.ts';
import { say } from './output.ts';

/** A second signal soon after the first is the same key press: npm forwards what the terminal already sent. */
const samePressMs = 700;

const launching = launch(process.env.CROSSDOCK_DEV === '1');
let stoppedAt = 0;

const stop = (): void => {
  if (stoppedAt > 0) return;
  stoppedAt = Date.now();
  say('start', 'Stopping … (Ctrl-C again ends everything at once)');
  launching.stop().then(() => process.exit(0), fail);
};

const stopOrForce = (): void => {
  if (stoppedAt === 0) stop();
  else if (Date.now() - stoppedAt > samePressMs) launching.force();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOrForce);
if (process.connected) {
  process.channel?.unref();
  process.once('disconnect', stop);
}
// npm sends signals to its shell, which dies without forwarding them.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop(), 500).unref();
}
launching.running.catch(async (error) => {
  if (stoppedAt > 0) return;
  await launching.stop().catch(() => undefined);
  fail(error);
});

function fail(error: unknown): never {
  const isExpected = [Stop, DatabaseProblem, BadEnvironment, FormerDatabase].some((kind) => error instanceof kind);
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exit(1);
}
