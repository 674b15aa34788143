/**
 * What a reply says about a limit. `limit`: its size (requests, burst or max). `blockedUntil`: nothing of it before then. `perSecond`
 * is for buckets alone, `resetsAt` for windows alone.
 */
export type Learned = { limit?: number; perSecond?: number; remaining?: number; resetsAt?: Date; blockedUntil?: Date };
