import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../faults/until.ts';
import type { EdgeSize } from './edge.ts';
import { inMidFlow, type Stage } from './stage.ts';
import type { Standby } from './standby.ts';

/** The first server is lost while everything flows, with nothing that it confirmed: the processes go on by themselves. */
export async function standbyInStep(stage: Stage, size: EdgeSize): Promise<void> {
  const standby = standbyOf(stage);
  await standby.confirmEach();
  const written = keepWriting(stage);
  await inMidFlow(stage, size);
  stage.sell(size.orders);
  await standby.takeOver();
  stage.sell(Math.ceil(size.orders / 2));
  await stage.buy(size.bought);
  if (!(await stage.allAtWarehouse())) throw new Error('The processes did not go on with the other server.');
  await hasAll(stage, await written.stop());
  if (await hasCompared(stage)) throw new Error('Sending stopped though nothing was lost.');
}

/** What the first server confirmed since the standby was cut off is lost: nothing is sent until the other sides were compared. */
export async function lateStandby(stage: Stage, { orders, bought }: EdgeSize): Promise<void> {
  const standby = standbyOf(stage);
  await inMidFlow(stage, { orders, bought });
  standby.cutOff();
  stage.sell(orders);
  await stage.buy(bought);
  await stage.atWarehouse(Math.ceil(orders * 1.7));
  await until(async () => (await stage.shipped()) >= Math.ceil(orders * 1.2));
  await standby.takeOver();
  stage.sell(Math.ceil(orders / 2));
  if (!(await until(() => hasCompared(stage)))) throw new Error('Nothing was compared though something was lost.');
}

function standbyOf({ standby }: Stage): Standby {
  if (!standby) throw new Error('This edge has no standby.');
  return standby;
}

/** A person is not quicker. */
const betweenMs = 300;

/** Saves one department after another, as a person would, until it is stopped: to the names that were confirmed, before the loss and after. */
function keepWriting({ person }: Stage): { stop: () => Promise<string[]> } {
  const confirmed: string[] = [];
  let goesOn = true;
  const saving = (async () => {
    for (let at = 1; goesOn; at++, await pause(betweenMs)) {
      const name = `Team ${at}`;
      await person.call('POST', '/api/departments', { name }).then(
        () => confirmed.push(name),
        () => undefined,
      );
    }
  })();
  return {
    async stop() {
      goesOn = false;
      await saving;
      return confirmed;
    },
  };
}

async function hasAll({ read }: Stage, confirmed: string[]): Promise<void> {
  const there = new Set((await read<{ name: string }>('select name from departments')).map(({ name }) => name));
  const lost = confirmed.filter((name) => !there.has(name));
  if (confirmed.length === 0) throw new Error('Nothing was confirmed.');
  if (lost.length > 0) throw new Error(`Of ${confirmed.length} that were confirmed ${lost.length} are gone: ${lost.join(', ')}.`);
}

/** Whether a run in Activity says that the other sides were compared. */
const hasCompared = async ({ read }: Stage) => (await read(`select from runs where kind = 'comparison' limit 1`)).length > 0;
