/** How many calls of this process go to one host at once. */
const perHost = 32;

export type Slots = { take: (host: string) => Promise<() => void> };

/** Turns at hosts, first come first served, so that a slow one keeps nobody waiting but those that call it too. */
export function hostSlots(most = perHost): Slots {
  const hosts = new Map<string, { busy: number; waiting: (() => void)[] }>();
  const leave = (host: string) => () => {
    const at = hosts.get(host);
    const next = at?.waiting.shift();
    if (next) return next();
    if (at && --at.busy === 0) hosts.delete(host);
  };
  return {
    async take(host) {
      const at = hosts.get(host) ?? { busy: 0, waiting: [] };
      hosts.set(host, at);
      if (at.busy < most) at.busy += 1;
      else await new Promise<void>((resolve) => at.waiting.push(resolve));
      return leave(host);
    },
  };
}
