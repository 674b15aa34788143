import { fromWall, toWall } from '../wall-clock.ts';

const zone = 'America/Los_Angeles';

/**
 * ShipStation V1 stores, sorts and filters by Pacific wall-clock time, so the hour that repeats in autumn is ambiguous.
 * A `Pacific` is that wall clock as the milliseconds the same digits would be in UTC.
 */
export type Pacific = number;

export function pacificOf(instant: number): Pacific {
  return toWall(zone, instant);
}

export function instantOfPacific(wall: Pacific): number {
  return fromWall(zone, wall);
}

/** As the API writes it: no zone, seven digits of a second. */
export function formatPacific(wall: Pacific): string {
  return `${new Date(wall).toISOString().slice(0, 23)}0000`;
}

const written = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Reads a filter value: Pacific when it names no zone. Null when it is not a time. */
export function parsePacific(text: string): Pacific | null {
  const found = written.exec(text.trim());
  if (!found) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset] = found;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), ms);
  if (!offset) return wall;
  return pacificOf(wall - offsetMs(offset));
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
