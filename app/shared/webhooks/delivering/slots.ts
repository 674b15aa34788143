import { type Turns, turns } from '../../../../platform/turns.ts';

/** How many calls of this process go to one host at once, of all accounts and of each. */
const perHost = { all: 32, each: 16 };

export type Slots = { take: (accountId: number, host: string) => Promise<() => void> };

/**
 * Turns at hosts, so that a slow one keeps nobody waiting but those that call it too, and of these an account that calls it often none of
 * the others.
 */
export function hostSlots(most = perHost): Slots {
  const hosts = new Map<string, { turns: Turns; users: number }>();
  const everybodyWaits = { waiting: Number.POSITIVE_INFINITY, refusal: () => new Error('Nobody is sent away.') };
  return {
    async take(accountId, host) {
      const at = hosts.get(host) ?? { turns: turns({ ...most, ...everybodyWaits }), users: 0 };
      hosts.set(host, at);
      at.users += 1;
      const end = await at.turns.take(accountId);
      return () => {
        end();
        at.users -= 1;
        if (at.users === 0) hosts.delete(host);
      };
    },
  };
}
