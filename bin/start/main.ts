import { DatabaseProblem } from '../../platform/embedded-postgres/problem.ts';
import { BadEnvironment } from '../../platform/env.ts';
import { Stop } from '../stop.mjs';
import { launch } from './launch.ts';
import { say } from './output.ts';

/** A second Ctrl-C soon after the first is the same key press: npm hands on what the terminal already sent. */
const samePressMs = 700;

const launching = launch(process.env.CROSSDOCK_DEV === '1');
let asked = 0;

const stop = (): void => {
  const now = Date.now();
  if (asked > 0 && now - asked < samePressMs) return;
  const again = asked > 0;
  asked = now;
  if (again) launching.force();
  else {
    say('start', 'Stopping … (Ctrl-C again ends everything at once)');
    launching.stop().then(() => process.exit(0), fail);
  }
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (process.connected) {
  process.channel?.unref();
  process.once('disconnect', stop);
}
launching.running.catch(async (error) => {
  if (asked > 0) return;
  await launching.stop().catch(() => undefined);
  fail(error);
});

function fail(error: unknown): never {
  const expected = error instanceof Stop || error instanceof DatabaseProblem || error instanceof BadEnvironment;
  console.error(expected ? error.message : error);
  process.exit(1);
}
