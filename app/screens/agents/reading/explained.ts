import { z } from 'zod';
import { id, instant } from '../../../../platform/endpoint.ts';
import { orderStatuses } from '../../../nouns/order-flow/order.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { remedies } from '../../../shared/issues/issue-type.ts';
import { buyer } from '../buyer.ts';
import { outside } from '../outside.ts';

export const oneOrder = z.strictObject({ id });

const step = z.object({
  step: z.enum(['arrived', 'checked', 'sent', 'packed', 'shipped', 'confirmed']),
  state: z
    .enum(['done', 'passed', 'here', 'held', 'stopped', 'ended', 'ahead'])
    .meta({ description: 'here: the current step; held, stopped: the current step, on hold or stopped by an issue; ahead: comes next' }),
  at: instant.nullable(),
});

const issue = z.object({
  id: z.number(),
  type: z.enum(issueTypes),
  label: z.string(),
  sentence: outside.nullable().meta({ description: 'Null where it has an address and the key may not see buyers' }),
  remedy: z.enum(remedies),
  remedy_label: z.string().meta({ description: 'The button by which a person mends it on the page' }),
  blocking: z.boolean(),
  opened_at: instant,
});

/** What an agent is told of an order. */
export const explained = z.object({
  ...{ id: z.number(), number: outside, channel_number: outside, status: z.enum(orderStatuses), channel: outside, placed_at: instant },
  ...{ units: z.number(), units_shipped: z.number(), locked: z.boolean() },
  waits_for: outside.nullable().meta({ description: 'What it waits for, in a sentence; null when it has ended' }),
  hold: z.object({ reason: outside.nullable(), until: instant.nullable() }).nullable(),
  steps: z.array(step),
  issues: z.array(issue),
  lines: z.array(z.object({ sku: outside, name: outside, quantity: z.number(), quantity_shipped: z.number() })),
  more_lines: z.number(),
  parcels: z.array(z.object({ carrier: outside, tracking_number: outside, shipped_at: instant, confirmed_at: instant.nullable() })),
  buyer: buyer.optional(),
  page: z.url(),
});
export type Explained = z.input<typeof explained>;
