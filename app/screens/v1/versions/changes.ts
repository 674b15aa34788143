import type { VersionChange } from './serve.ts';

/** What each version after the first has otherwise than the one before, the newest first. */
export const versionChanges: readonly VersionChange[] = [];
