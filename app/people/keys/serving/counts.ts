import type { Counted, Used } from './write-calls.ts';

const minuteMs = 60_000;
/** Calls a minute. */
export const limits = { key: 600, account: 1_800 };
type Subject = keyof typeof limits;

/** How much is left of a minute's calls, and when the next minute begins. `over`: of what too many were made. */
export type Left = { left: Record<Subject, number>; seconds: number; over: Subject | null };
export type Counts = { take: (call: { accountId: number; keyId: number; address: string }) => Left };

/** `all`: what all processes have counted; `own`: what this one adds to it with the next write. */
type Count = { all: number; own: number };

/**
 * Counts calls by key and account in whole minutes, over all processes: what others counted is known from the last write, so that what
 * goes beyond a limit is at most what the others took in that second.
 */
export function counted(now: () => number) {
  let minute = 0;
  let [keys, accounts] = [new Map<number, Count>(), new Map<number, Count>()];
  let uses = new Map<number, Used>();
  const startMinute = () => {
    const current = Math.floor(now() / minuteMs);
    if (current === minute) return;
    minute = current;
    [keys, accounts] = [new Map(), new Map()];
  };
  /** Noted since the last write. What was noted in the minute before counts for nothing any longer. */
  const pendingOf = (keyId: number): number => {
    const use = uses.get(keyId);
    return use?.minute === minute ? use.calls : 0;
  };
  return {
    take({ accountId, keyId, address }: Parameters<Counts['take']>[0]): Left {
      startMinute();
      const [key, account] = [countOf(keys, keyId), countOf(accounts, accountId)];
      const [ofKey, ofAccount] = [limits.key - key.all - key.own, limits.account - account.all - account.own];
      const over = ofKey <= 0 ? 'key' : ofAccount <= 0 ? 'account' : null;
      if (over === null) {
        key.own += 1;
        account.own += 1;
        uses.set(keyId, { accountId, keyId, minute, calls: pendingOf(keyId) + 1, at: new Date(now()), address });
      }
      const taken = over === null ? 1 : 0;
      const left = { key: Math.max(0, ofKey - taken), account: Math.max(0, ofAccount - taken) };
      return { left, seconds: Math.ceil(((minute + 1) * minuteMs - now()) / 1_000), over };
    },
    /** What was counted since the last time, to be written. */
    takeUses(): Used[] {
      const taken = [...uses.values()];
      uses = new Map();
      return taken;
    },
    /** What all processes have counted, as it was written. */
    learn(rows: Counted[]): void {
      startMinute();
      for (const row of rows.filter((each) => each.minute === minute)) {
        keys.set(row.key_id, { all: row.calls, own: pendingOf(row.key_id) });
        const ofAccount = [...uses.values()].filter(({ accountId }) => accountId === row.account_id);
        accounts.set(row.account_id, { all: row.of_account, own: ofAccount.reduce((sum, { keyId }) => sum + pendingOf(keyId), 0) });
      }
    },
  };
}

function countOf(counts: Map<number, Count>, id: number): Count {
  const count = counts.get(id) ?? { all: 0, own: 0 };
  counts.set(id, count);
  return count;
}
