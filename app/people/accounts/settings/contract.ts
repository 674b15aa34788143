import { z } from 'zod';
import { dateStyles } from '../../../../platform/date-style.ts';
import { endpoint, messageReply, nameText, refusal, text } from '../../../../platform/endpoint.ts';
import { pageSizes } from '../../../../platform/list/query.ts';

const settings = z.object({
  name: nameText(1_000).min(1, 'Give the account a name.').max(100, 'A name has at most 100 characters.'),
  timezone: text(100),
  /** Whether orders that wait together for one address leave as one parcel. */
  combine_orders: z.boolean(),
  page_size: z.literal(pageSizes),
  date_style: z.enum(dateStyles),
  /** So many days before a lot expires channels are no longer offered it. */
  expiry_days: z.int('Days are a whole number.').min(0, 'Days are not negative.').max(3_650, 'At most 3,650 days.'),
  /** After how many days buyers are erased at channels that demand it; null as late as the channel allows. */
  buyers_kept_days: z.int().min(1, 'At least a day.').max(365, 'At most 365 days.').nullable(),
});
export type AccountSettings = z.output<typeof settings>;

export const readAccountCall = endpoint('GET /api/account', {
  may: 'work',
  summary:
    'The account’s name, time zone, date style and usual page size, whether orders are combined, how many days before they expire goods are no longer offered, and for how many days buyers are kept',
  replies: { 200: settings },
});

export const saveAccountCall = endpoint('PUT /api/account', {
  may: 'map',
  summary:
    'Change the account’s name, time zone, date style, usual page size, whether orders are combined, how many days before they expire goods are no longer offered, or for how many days buyers are kept; what is not given stays. 409: one is no longer what it `was`',
  body: settings.partial().extend({ was: settings.partial().optional() }),
  example: { body: { page_size: 100 } },
  replies: { 200: messageReply, 409: refusal },
});

/** `offset`: how many minutes it is ahead of UTC now. */
const timezone = z.object({ timezone: z.string(), location: z.string(), offset: z.number() });
export type ListedTimezone = z.output<typeof timezone>;

export const listTimezonesCall = endpoint('GET /api/timezones', {
  may: 'signed_in',
  summary: 'Every time zone that an account can have, with its offset from UTC now',
  replies: { 200: z.array(timezone) },
});
