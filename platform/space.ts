/** Space that something takes for a while, by account, in the memory of this process. */
export type Space = {
  /** Takes so many bytes until what it returns is called. @throws what `refusal` returns when the account has not so much left */
  take: (accountId: number, bytes: number) => () => void;
};

export function space({ most, refusal }: { most: number; refusal: () => Error }): Space {
  const taken = new Map<number, number>();
  const change = (accountId: number, bytes: number) => {
    const now = (taken.get(accountId) ?? 0) + bytes;
    if (now > 0) taken.set(accountId, now);
    else taken.delete(accountId);
  };
  return {
    take(accountId, bytes) {
      if ((taken.get(accountId) ?? 0) + bytes > most) throw refusal();
      change(accountId, bytes);
      let isFree = false;
      return () => {
        if (!isFree) change(accountId, -bytes);
        isFree = true;
      };
    },
  };
}
