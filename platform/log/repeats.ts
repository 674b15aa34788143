/** While something is away, what needs it fails again every second, and in every connection: so often it is written. */
const againMs = 10_000;
const mostKinds = 200;

type Entry = { error?: unknown; err?: unknown };

/**
 * Of the same error in the same circumstances, outside of a request, one line in ten seconds is enough. Returns undefined for a line that
 * is left out, else how many were left out before it.
 */
export function repeats(now: () => number = () => performance.now()): (entry: object, message: string) => number | undefined {
  const kinds = new Map<string, { at: number; leftOut: number }>();
  return (entry, message) => {
    const { error, err } = entry as Entry;
    const cause = error ?? err;
    if (!(cause instanceof Error)) return 0;
    const kind = JSON.stringify([message, cause.message, Object.entries(entry).filter(([, value]) => typeof value !== 'object')]);
    const last = kinds.get(kind);
    if (last && now() - last.at < againMs) {
      last.leftOut += 1;
      return undefined;
    }
    kinds.delete(kind);
    kinds.set(kind, { at: now(), leftOut: 0 });
    const [oldest] = kinds.keys();
    if (kinds.size > mostKinds && oldest !== undefined) kinds.delete(oldest);
    return last?.leftOut ?? 0;
  };
}
