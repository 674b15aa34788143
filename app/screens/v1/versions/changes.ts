import type { VersionChange } from './serve.ts';

/**
 * What each version after the first has otherwise than the one before, the newest first. A version begins where something would break its
 * callers, which `document/released.test.ts` finds: it gets a date in `people/keys/versions.ts` and an entry here.
 */
export const versionChanges: readonly VersionChange[] = [];
