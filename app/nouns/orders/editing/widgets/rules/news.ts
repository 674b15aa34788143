type Event = { id: number; who: string | null; changes: Record<string, { from: unknown; to: unknown }> | null };
export type News = { who: string; was: string };

export const lastEvent = (events: readonly { id: number }[]) => events.reduce((last, { id }) => Math.max(last, id), 0);

/**
 * What others changed after an event, by field (a column, or `line:` and its id): who changed it last, and its value before the
 * first change. `mine`: revisions that this edit itself saved.
 */
export function newsSince(
  events: readonly Event[],
  since: number,
  channel: string,
  mine: readonly number[] = [],
): ReadonlyMap<string, News> {
  const news = new Map<string, News>();
  for (const { id, who, changes } of events) {
    if (id <= since || !changes || mine.includes(changes.revision?.to as number)) continue;
    for (const [field, { from }] of Object.entries(changes))
      news.set(field, { who: who ?? channel, was: news.get(field)?.was ?? inWords(from) });
  }
  return news;
}

function inWords(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'quantity' in value) return String(value.quantity);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
