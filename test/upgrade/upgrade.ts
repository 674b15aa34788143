import { root } from '../../bin/stop.mjs';
import type { Forwarding } from '../edges/forwarding.ts';
import type { Installation } from '../edges/installation.ts';
import type { Stage } from '../edges/stage.ts';
import { until } from '../faults/until.ts';
import { type Going, keepDoing } from './keep-doing.ts';
import { output } from './output.ts';
import type { Step } from './steps.ts';
import type { Visitors } from './visitors.ts';

/** `address`: what leads to web, as a proxy does. `perSecond`: orders that are sold all the while. */
type Upgrade = { stage: Stage; address: Forwarding; visitors: Visitors; step: Step; perSecond: number };

/** Replaces the build of a stage by this one as docs/operations.md says, while orders flow and people work. They go on with this one. */
export async function upgrade({ stage, address, visitors, step, perSecond }: Upgrade): Promise<void> {
  const { installation: before } = stage;
  const visit = (name: string, { baseUrl }: Installation) => step(`people at ${name}`, () => visitors.visit(name, baseUrl));
  const flows = (by: string) => step(`orders flow through ${by}`, () => more(stage, perSecond * 3));
  const [selling, visiting] = [keepSelling(stage, perSecond), visitors.keepVisiting(`http://127.0.0.1:${address.port}`)];
  try {
    await flows('the build before');
    await visit('the web process before', before);
    await step('migrated with this build', () => migrateWithThis(before));
    await flows('the build before, in the new schema');
    await visit('the web process before, in the new schema', before);
    const next = await step('this build started beside it', stage.startBeside);
    await visit('the web process before, beside this one', before);
    await visit('the web process of this build', next);
    address.leadTo(Number(new URL(next.baseUrl).port));
    stage.moveTo(next);
    // As a proxy drains a server: what was sent to it is answered before it is stopped.
    await visiting.turnEnds();
    await flows('both');
    await step('the build before stopped', before.down);
    await visit('the web process of this build, alone', next);
    await flows('this build');
  } finally {
    await Promise.all([selling.stop(), visiting.stop()]);
  }
}

const migrateWithThis = ({ env: { DATABASE_URL = '' } }: Installation) =>
  output('node', ['bin/crossdock.ts', 'migrate'], { cwd: root, env: { DATABASE_URL } });

/** Waits until so many more orders have left and their channel knows. @throws Error where they do not */
async function more(stage: Stage, count: number): Promise<void> {
  const goal = (await stage.shipped()) + count;
  if (!(await until(async () => (await stage.shipped()) >= goal)))
    throw new Error(`Of ${stage.sold.length} orders ${await stage.shipped()} are confirmed, and not ${goal}.`);
}

/** Sells so many orders a second, and a purchase order every four seconds, until it is stopped. */
const keepSelling = (stage: Stage, perSecond: number): Going =>
  keepDoing(1_000, async (second) => {
    stage.sell(perSecond);
    if (second % 4 === 0) await stage.buy(1);
  });
