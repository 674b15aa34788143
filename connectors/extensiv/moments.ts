import { z } from 'zod';

/**
 * Times come without a zone, as `2016-12-25T23:00:00`, of seven decimals at most. The zone is documented for few of them: the warehouse's
 * for the end of picking, the server's for that of packing, none for the last modification (3w.extensiv.com/rels/orders/order). So they
 * are compared with one another alone, and read as UTC where a date is shown. What is compared with our clock as well, as when goods left
 * or came is with the time of a count, has bounds that hold in every zone.
 */
const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?$/;

/** The vendor's null of a date is the year 1. */
const firstYear = 1900;

export const moment = z.string().transform((text, context) => {
  const at = momentIn(text);
  if (at) return at;
  context.addIssue({ code: 'custom', message: 'is no date and time' });
  return z.NEVER;
});

/** One that may be missing. */
export const someMoment = z
  .string()
  .nullish()
  .transform((text) => {
    const at = momentIn(text ?? '');
    return at && at.getUTCFullYear() >= firstYear ? at : null;
  });

function momentIn(text: string): Date | null {
  const [, local = '', zone = 'Z'] = shape.exec(text) ?? [];
  const at = new Date(`${local}${zone}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Their time of what has happened, at most ours: read as UTC, that of a zone ahead of it would lie in the future, after counts to come. */
export const notAfter = (now: Date, at: Date): Date => (at > now ? now : at);

/** Theirs without a zone, of whatever zone: no clock on earth is further ahead of UTC than 14 hours. */
export const atTheEarliest = (at: Date): Date => new Date(at.getTime() - aheadMs);
const aheadMs = 14 * 3_600_000;

/** The day of a date, as 2027-03-31. */
export const dayOf = (at: Date | null): string | null => at?.toISOString().slice(0, 10) ?? null;

/** A time as the vendor compares it: its own clock, without a zone. */
export const inTheirs = (at: Date): string => at.toISOString().slice(0, 23);
