import { hashPassword } from '../../app/people/accounts/passwords/passwords.ts';
import { passwordMethod } from '../../app/people/accounts/people.ts';
import { buildWhatIsStale } from '../../bin/start/build.ts';
import { root, Stop } from '../../bin/stop.mjs';
import { type Forwarding, forward } from '../edges/forwarding.ts';
import { settle } from '../edges/play.ts';
import { type Stage, startStage } from '../edges/stage.ts';
import { stoppedWhenKilled } from '../faults/child.ts';
import { foldedSince, migrationsOf } from './folds.ts';
import { build, checkOut, commitOf, type FormerBuild, install, newestBefore } from './former-build.ts';
import { troubleInLogs } from './logs.ts';
import { step } from './steps.ts';
import { upgrade } from './upgrade.ts';
import { openVisitors, type Visitors } from './visitors.ts';

/**
 * Upgrades an installation from the build of a ref, the first argument, to this one while orders flow: see docs/operations.md. The second
 * is how many orders are sold a second. Ends with 1 when anything was off, and with 2 where it cannot begin.
 */
const [ref = await newestBefore(), perSecond = '4'] = process.argv.slice(2);
const person = { email: 'olive@example.com', password: 'a password of the upgrade' };

try {
  const commit = await commitOf(ref);
  console.log(`From ${ref} (${commit.slice(0, 9)}) to this build.`);
  const former = stoppedWhenKilled(await step('checked out', () => checkOut(commit)));
  const trouble = await upgradeFrom(former).finally(former.stop);
  console.log(trouble.length === 0 ? 'Nothing was off.' : ['Off:', ...trouble.slice(0, 30)].join('\n  '));
  process.exit(trouble.length === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exit(2);
}

/** What was off, a sentence each. @throws Stop where one of the builds cannot be made, or this one does not follow the other. */
async function upgradeFrom(former: FormerBuild): Promise<string[]> {
  const folded = foldedSince(await migrationsOf(former.root), await migrationsOf(root));
  if (folded) throw new Stop(`No database of ${ref} can be upgraded by this build: ${folded}.`);
  await step('installed', () => install(former));
  await step('built', () => build(former));
  await step('built this build', () => buildWhatIsStale(() => undefined));
  const address = await forward(0);
  const options = { webArgs: ['bin/crossdock.ts', 'web'], everySeconds: 3, workers: 1, build: former };
  const stage = stoppedWhenKilled(
    await step('started, in a database of its own', () => startStage({ ...options, address: `http://127.0.0.1:${address.port}` })),
  );
  const visitors = openVisitors(person);
  const trouble: string[] = [];
  try {
    address.leadTo(Number(new URL(stage.installation.baseUrl).port));
    await playOn({ stage, address, visitors }, trouble);
  } catch (error) {
    trouble.push((error as Error).message);
  }
  await stage.down();
  trouble.push(...visitors.wrong(), ...(await troubleInLogs(stage.folder)));
  await Promise.all([stage.stop(), address.stop()]);
  return [...new Set(trouble)];
}

async function playOn(parts: { stage: Stage; address: Forwarding; visitors: Visitors }, trouble: string[]): Promise<void> {
  const { stage, visitors } = parts;
  const [olive] = await stage.read<{ id: string }>('select id from users where email = $1', [person.email]);
  await stage.read(passwordMethod, [olive?.id, await hashPassword(person.password, 12)]);
  await upgrade({ ...parts, step, perSecond: Number(perSecond) });
  const { verdict } = await step(`compared ${stage.sold.length} orders and ${stage.bought.length} purchase orders`, () =>
    settle(stage, 180_000),
  );
  trouble.push(...verdict.lost, ...verdict.beyond, ...verdict.elsewhere, ...(await visitors.missing(stage.read)));
  console.log(`${visitors.count()} requests of people.`);
  // As somebody who goes back does: migrations are not undone.
  await step('the build before started again', stage.installation.up);
  await step('people at it', () => visitors.visit('the build before, again', stage.installation.baseUrl));
}
