const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();
const hour = 3_600_000;
const day = 24 * hour;

/** The wall-clock time of a zone, as the milliseconds that the same digits would be in UTC. */
export function toWall(zone: string, instant: number): number {
  return instant + offsetAt(zone, instant);
}

/**
 * The instant that a wall clock means. Of an hour that comes twice, the second (standard time), as .NET reads it;
 * an hour that does not exist is read as if the clock had not yet been moved.
 */
export function fromWall(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - day);
  const after = offsetAt(zone, wall + day);
  const fitting = [wall - before, wall - after].filter((instant) => toWall(zone, instant) === wall);
  return fitting.length > 0 ? Math.max(...fitting) : wall - before;
}

/** Milliseconds that the zone is ahead of UTC. Zones change their offset on a full quarter of an hour only. */
function offsetAt(zone: string, instant: number): number {
  const quarter = Math.floor(instant / (hour / 4));
  const key = `${zone}${quarter}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  const offset = readOffset(zone, quarter * (hour / 4));
  if (offsets.size > 100_000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function readOffset(zone: string, instant: number): number {
  const format = formats.get(zone) ?? formatOf(zone);
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const wall = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  return wall - Math.floor(instant / 1000) * 1000;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
