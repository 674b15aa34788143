import { buildWhatIsStale } from '../start/build.ts';
import { lint, typeCheck } from './checks.ts';
import { fetchChromium } from './chromium.ts';
import { type Count, total } from './count.ts';
import { heading } from './steps.ts';
import { runSuite } from './suite.ts';

/** All steps, in order; later steps run after a failure too. */
const counts: Count[] = [];

// Both read the same sources and leave a core idle on their own.
const [format, types] = [lint(), typeCheck()];
heading('Format and lint');
counts.push(await format.then(show));
heading('Type-check');
counts.push(await types.then(show));
heading('Unit and HTTP tests, on a real PostgreSQL');
counts.push(await runSuite('unit'));
heading('Build');
counts.push(await build());
heading('Browser tests');
counts.push(await browserTests());

const { passed, failed } = total(counts);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

function show({ count, output }: { count: Count; output: string }): Count {
  console.log(output.trim());
  return count;
}

async function build(): Promise<Count> {
  try {
    await buildWhatIsStale(() => console.log('Building the pages …'));
    console.log('The pages are built.');
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

async function browserTests(): Promise<Count> {
  const chromium = await fetchChromium();
  if (chromium) return runSuite('e2e', { CHROMIUM_PATH: chromium });
  console.log('No Chromium was found, and none could be installed: install one, or name it in CHROMIUM_PATH.');
  return { passed: 0, failed: 1 };
}
