import { lint, show, typeCheck } from './checks.ts';
import { fetchChromium, noChromium } from './chromium.ts';
import type { Count } from './count.ts';
import { buildPages } from './pages.ts';
import { noteStatements } from './statements.ts';
import { heading } from './steps.ts';
import { failedSuite, runSuite, type Suite } from './suite.ts';

export type Outcome = { counts: Count[]; suites: Suite[] };

/** Everything that has to hold. A failure does not keep the later steps from counting. */
export async function testEverything(): Promise<Outcome> {
  // What the browser tests need is made while the others run, which leave a core idle at times.
  const [format, types, pages, chromium] = [lint(), typeCheck(), buildPages(), fetchChromium()];
  heading('Format and lint');
  const counts = [show(await format)];
  heading('Type-check');
  counts.push(show(await types));
  heading('Unit and HTTP tests, on a real PostgreSQL');
  const statements = await noteStatements();
  const unit = await runSuite(['unit'], { env: { TEST_STATEMENTS: statements.file } });
  heading('What the statements of these tests read');
  counts.push(show(await statements.check()));
  heading('Build');
  counts.push(show(await pages));
  heading('Browser tests');
  const path = await chromium;
  if (!path) console.log(noChromium);
  return { counts, suites: [unit, path ? await runSuite(['e2e'], { env: { CHROMIUM_PATH: path } }) : failedSuite] };
}
