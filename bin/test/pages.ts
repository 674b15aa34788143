import { buildWhatIsStale } from '../start/build.ts';
import type { Check } from './checks.ts';

export async function buildPages(): Promise<Check> {
  try {
    await buildWhatIsStale(() => undefined);
    return { count: { passed: 1, failed: 0 }, output: 'The pages are built.' };
  } catch (error) {
    return { count: { passed: 0, failed: 1 }, output: error instanceof Error ? error.message : String(error) };
  }
}
