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
export class CallCounts implements Counts {
  readonly #now: () => number;
  #minute = 0;
  #keys = new Map<number, Count>();
  #accounts = new Map<number, Count>();
  #uses = new Map<number, Used>();

  constructor(now: () => number) {
    this.#now = now;
  }

  take({ accountId, keyId, address }: Parameters<Counts['take']>[0]): Left {
    this.#startMinute();
    const [key, account] = [countOf(this.#keys, keyId), countOf(this.#accounts, accountId)];
    const [ofKey, ofAccount] = [limits.key - key.all - key.own, limits.account - account.all - account.own];
    const over = ofKey <= 0 ? 'key' : ofAccount <= 0 ? 'account' : null;
    if (over === null) {
      key.own += 1;
      account.own += 1;
      const calls = this.#pendingOf(keyId) + 1;
      this.#uses.set(keyId, { accountId, keyId, minute: this.#minute, calls, at: new Date(this.#now()), address });
    }
    const taken = over === null ? 1 : 0;
    const left = { key: Math.max(0, ofKey - taken), account: Math.max(0, ofAccount - taken) };
    return { left, seconds: Math.ceil(((this.#minute + 1) * minuteMs - this.#now()) / 1_000), over };
  }

  /** What was counted since the last time, to be written. */
  takeUses(): Used[] {
    const taken = [...this.#uses.values()];
    this.#uses = new Map();
    return taken;
  }

  /** What all processes have counted, as it was written. */
  learn(rows: Counted[]): void {
    this.#startMinute();
    for (const row of rows.filter((each) => each.minute === this.#minute)) {
      this.#keys.set(row.key_id, { all: row.calls, own: this.#pendingOf(row.key_id) });
      const ofAccount = [...this.#uses.values()].filter(({ accountId }) => accountId === row.account_id);
      const own = ofAccount.reduce((sum, { keyId }) => sum + this.#pendingOf(keyId), 0);
      this.#accounts.set(row.account_id, { all: row.of_account, own });
    }
  }

  #startMinute(): void {
    const current = Math.floor(this.#now() / minuteMs);
    if (current === this.#minute) return;
    this.#minute = current;
    this.#keys = new Map();
    this.#accounts = new Map();
  }

  /** Noted since the last write. What was noted in the minute before counts for nothing any longer. */
  #pendingOf(keyId: number): number {
    const use = this.#uses.get(keyId);
    return use?.minute === this.#minute ? use.calls : 0;
  }
}

function countOf(counts: Map<number, Count>, id: number): Count {
  const count = counts.get(id) ?? { all: 0, own: 0 };
  counts.set(id, count);
  return count;
}
