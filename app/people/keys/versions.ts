/** The versions of `/v1`, the newest first. What breaks its callers makes one; what only adds to it makes none. Browser-safe. */
export const versions = ['2026-11-27'] as const satisfies readonly [string, ...string[]];

/** What a new key is pinned to. */
export const newestVersion: string = versions[0];
