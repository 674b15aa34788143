import { Temporal } from 'temporal-polyfill';

const quarterMs = 900_000;
const beginnings = new Map<string, number | null>();
const mostKept = 10_000;

/**
 * When something changed, by a clock without an offset: it tells which of two changes is the newer. In the hour that comes twice nobody can
 * tell, so all of that hour counts as its beginning, and none of its changes as older than another.
 */
export function changeTime(zone: string, instant: Date): Date {
  const began = beginningAt(zone, instant);
  return began === null ? instant : new Date(began);
}

/** Clocks change at a full quarter of an hour only, so it is computed once for each: computing it for every record is expensive. */
function beginningAt(zone: string, instant: Date): number | null {
  const quarter = Math.floor(instant.getTime() / quarterMs) * quarterMs;
  const key = `${zone} ${quarter}`;
  const kept = beginnings.get(key);
  if (kept !== undefined) return kept;
  if (beginnings.size >= mostKept) beginnings.clear();
  const began = repeatedSince(zone, quarter);
  beginnings.set(key, began);
  return began;
}

/** When the hour began that the wall clock shows twice; null where it shows this one once. */
function repeatedSince(zone: string, at: number): number | null {
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds;
  const back = earlier.epochMilliseconds < later ? earlier.getTimeZoneTransition('next') : null;
  return back ? back.epochMilliseconds - (later - earlier.epochMilliseconds) : null;
}
