import { fromWall, toWall } from '../wall-clock.ts';

/** The zone of every shop here: far enough from GMT that a filter in the wrong one misses orders. */
export const siteZone = 'America/New_York';

/** A time as v3 writes it, twice: without a zone, by the site's clock and in GMT. Null stays null. */
export const dates = (name: string, at: number | null): Record<string, string | null> => ({
  ...{ [name]: at === null ? null : plain(toWall(siteZone, at)), [`${name}_gmt`]: at === null ? null : plain(at) },
});

export const plain = (at: number) => new Date(at).toISOString().slice(0, 19);

/** What a filter says, to the second: by the site's clock unless GMT is asked for. A zone in it is not heeded. */
export function readTime(text: string, isGmt: boolean): number | undefined {
  const [, digits] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const wall = digits ? Date.parse(`${digits}Z`) : Number.NaN;
  if (Number.isNaN(wall)) return undefined;
  return isGmt ? wall : fromWall(siteZone, wall);
}
