/** Space that something takes for a while, by account or who else it is for, in the memory of this process. */
export type Space = {
  /** Takes so many bytes until what it returns is called. @throws what `refusal` returns when it has not so much left */
  take: (whose: number | string, bytes: number) => () => void;
};

export function space({ most, refusal }: { most: number; refusal: () => Error }): Space {
  const taken = new Map<number | string, number>();
  const change = (whose: number | string, bytes: number) => {
    const now = (taken.get(whose) ?? 0) + bytes;
    if (now > 0) taken.set(whose, now);
    else taken.delete(whose);
  };
  return {
    take(whose, bytes) {
      if ((taken.get(whose) ?? 0) + bytes > most) throw refusal();
      change(whose, bytes);
      let isFree = false;
      return () => {
        if (!isFree) change(whose, -bytes);
        isFree = true;
      };
    },
  };
}
