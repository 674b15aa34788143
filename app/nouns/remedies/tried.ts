/** How long it is remembered what was tried, in ms: what comes back later has failed for the first time since. */
const remembered = 10 * 60_000;

/** When each record was last tried again in this window, by its kind and id. */
const attempts = new Map<string, number>();

type Waiting = { order_id?: number | null | undefined; purchase_order_id?: number | null | undefined };
/** The sentence for the person, and what was tried. */
export type Tried = { message: string; tried: readonly Waiting[] };

/** Remembers that these were tried. */
export function rememberTried(tried: readonly Waiting[], now = Date.now()): void {
  for (const each of tried) attempts.set(nameOf(each), now);
}

/** Whether what waits has failed again: only where it was tried itself, and not another record that waits for the same. */
export function hasFailedAgain(waiting: Waiting, now = Date.now()): boolean {
  const at = attempts.get(nameOf(waiting));
  return at !== undefined && now - at <= remembered;
}

const nameOf = ({ order_id, purchase_order_id }: Waiting) =>
  purchase_order_id ? `purchase order ${purchase_order_id}` : `order ${order_id}`;
