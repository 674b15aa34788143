import { buildWhatIsStale } from '../start/build.ts';
import { lint, typeCheck } from './checks.ts';
import { fetchChromium } from './chromium.ts';
import { type Count, total } from './count.ts';
import { slowest } from './slowest.ts';
import { endTogether, heading } from './steps.ts';
import { runSuite, type Suite } from './suite.ts';

/** Everything that has to hold. A failure does not keep the later steps from counting. */
endTogether();
const counts: Count[] = [];

// What the browser tests need is made while the others run, which leave a core idle at times.
const [format, types, pages, chromium] = [lint(), typeCheck(), build(), fetchChromium()];
heading('Format and lint');
counts.push(await format.then(show));
heading('Type-check');
counts.push(await types.then(show));
heading('Unit and HTTP tests, on a real PostgreSQL');
const unit = await runSuite('unit');
heading('Build');
counts.push(unit.count, await pages.then(show));
heading('Browser tests');
const browser = await browserTests(await chromium);
counts.push(browser.count);

heading('Slowest');
console.log(slowest('Tests', [...unit.timings.tests, ...browser.timings.tests]));
console.log(slowest('Files', [...unit.timings.files, ...browser.timings.files]));
const failures = [...unit.failures, ...browser.failures];
if (failures.length > 0) heading('Failures');
for (const failure of failures) console.log(failure);
const { passed, failed } = total(counts);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

function show({ count, output }: { count: Count; output: string }): Count {
  console.log(output.trim());
  return count;
}

async function build(): Promise<{ count: Count; output: string }> {
  try {
    await buildWhatIsStale(() => undefined);
    return { count: { passed: 1, failed: 0 }, output: 'The pages are built.' };
  } catch (error) {
    return { count: { passed: 0, failed: 1 }, output: error instanceof Error ? error.message : String(error) };
  }
}

async function browserTests(chromium: string | undefined): Promise<Suite> {
  if (chromium) return runSuite('e2e', { CHROMIUM_PATH: chromium });
  console.log('No Chromium was found, and none could be installed: install one, or name it in CHROMIUM_PATH.');
  return { count: { passed: 0, failed: 1 }, failures: [], timings: { tests: [], files: [], errors: [] } };
}
