import { buildWhatIsStale } from '../bin/start/build.ts';

/** Once before the browser tests: they look at the pages as they are built. */
export default function buildPages(): Promise<void> {
  return buildWhatIsStale(() => console.log('Building the pages …'));
}
