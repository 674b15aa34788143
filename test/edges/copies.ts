import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../faults/until.ts';
import type { EdgeSize } from './edge.ts';
import type { Installation } from './installation.ts';
import { inMidFlow, openReader, type Stage } from './stage.ts';

/** Longer than workers take to drain, poll and sweep. */
const watchedMs = 12_000;

/**
 * A dump is started on another machine, with the same keys, beside the original: once without files and once with a copy of them. The
 * original goes on; then its machine is lost, and a super admin says that the first copy is the one that lives.
 */
export async function stagingCopy(stage: Stage, size: EdgeSize): Promise<void> {
  const { control } = stage.sandbox;
  await inMidFlow(stage, size);
  const [first, second] = [await stage.dumps.take(), await stage.dumps.take()];
  const [copy, another] = [await stage.startCopy(first), await stage.startCopy(second, 'copied')];
  stage.sell(size.orders);
  await stage.buy(size.bought);
  await waitsAsCopy(copy);
  await waitsAsCopy(another);
  await until(async () => (await stage.shipped()) >= Math.ceil(size.orders * 1.5));
  await stage.installation.kill();
  const sent = () =>
    JSON.stringify(control.state().amware.map(({ orders, asns, counters }) => [orders.length, asns.length, counters.duplicatesRefused]));
  const before = sent();
  // Nobody but the copies could take these.
  stage.sell(Math.ceil(size.orders / 2));
  await stage.buy(size.bought);
  await pause(watchedMs);
  if (sent() !== before) throw new Error(`A copy sent something: ${before} became ${sent()}.`);
  if (control.state().amware.some(({ counters }) => counters.duplicatesRefused > 0))
    throw new Error('A copy sent what the original had sent.');
  await another.kill();
  stage.moveTo(copy);
  await stage.person.decideInPortal('which installation lives', 'POST', '/settings/super/installation/this-lives');
}

async function waitsAsCopy({ env: { DATABASE_URL = '' } }: Installation): Promise<void> {
  const { read, close } = openReader(DATABASE_URL);
  const isCopy = async () => (await read<{ stopped: string | null }>('select stopped from installation'))[0]?.stopped === 'copy';
  const waits = await until(isCopy, 60_000).finally(close);
  if (!waits) throw new Error('A copy did not take itself for one.');
}
