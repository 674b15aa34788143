import { buildWhatIsStale } from '../bin/start/build.ts';

/** Builds the pages once before the browser tests. */
export default function buildPages(): Promise<void> {
  return buildWhatIsStale(() => console.log('Building the pages …'));
}
