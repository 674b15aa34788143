import { testChanged } from './changed/run.ts';
import { keepTimes } from './changed/times.ts';
import { type Count, total } from './count.ts';
import { testEverything } from './everything.ts';
import { slowest } from './slowest.ts';
import { endTogether, heading } from './steps.ts';
import type { Suite } from './suite.ts';

const usage = 'Usage: npm test, or npm test -- changed [COMMIT] for what can be touched by the changes since then';

endTogether();
const [part, since, ...others] = process.argv.slice(2);
if ((part !== undefined && part !== 'changed') || others.length > 0) {
  console.error(usage);
  process.exit(2);
}
const { counts, suites } = await (part === 'changed' ? testChanged(since) : testEverything());
await report(counts, suites);

async function report(checks: Count[], ran: Suite[]): Promise<never> {
  const files = ran.flatMap(({ timings }) => timings.files);
  await keepTimes(files);
  heading('Slowest');
  console.log(
    slowest(
      'Tests',
      ran.flatMap(({ timings }) => timings.tests),
    ),
  );
  console.log(slowest('Files', files));
  const failures = ran.flatMap((suite) => suite.failures);
  if (failures.length > 0) heading('Failures');
  for (const failure of failures) console.log(failure);
  const { passed, failed } = total([...checks, ...ran.map(({ count }) => count)]);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
