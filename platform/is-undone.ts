/** SQLSTATEs of a deadlock, a serialization failure and a lock that was waited for too long. */
const undone = new Set(['40P01', '40001', '55P03']);

/** Whether others kept a transaction from what it needs: it was rolled back as a whole, and may be run again. */
export const isUndone = (error: unknown): boolean => undone.has((error as { code?: string } | undefined)?.code ?? '');
