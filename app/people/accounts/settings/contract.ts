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
});
export type AccountSettings = z.output<typeof settings>;

export const readAccountCall = endpoint('GET /api/account', {
  may: 'work',
  summary: 'The account’s name, time zone, date style and usual page size, and whether orders are combined',
  replies: { 200: settings },
});

export const saveAccountCall = endpoint('PUT /api/account', {
  may: 'map',
  summary:
    'Change the account’s name, time zone, date style, usual page size, or whether orders are combined; what is not given stays. 409: one is no longer what it `was`',
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
