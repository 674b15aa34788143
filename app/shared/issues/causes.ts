import { z } from 'zod';
import { instant } from '../../../platform/endpoint.ts';
import { issueTypes, stopsConnection } from './issue.ts';

/** Issues of one type with the same connection and subject: mended together. */
export const cause = z.object({
  connection_id: z.number().nullable(),
  connection_name: z.string().nullable(),
  slug: z.string().nullable(),
  /** Whether orders come from that connection: then they can be listed by it. */
  is_channel: z.boolean(),
  subject: z.string(),
  sentence: z.string(),
  /** The channel's name for the subject: the product's name, the shipping method's description. */
  name: z.string().nullable(),
  /** Its picture of a SKU. */
  image_url: z.string().nullable(),
  orders: z.number(),
  opened_at: instant,
  order_id: z.number().nullable(),
  /** The oldest purchase order that waits for it, where it is about these. */
  purchase_order_id: z.number().nullable(),
  purchase_order_number: z.string().nullable(),
  /** What a decision about the oldest names as what the person saw. */
  seen: z.string().nullable(),
});
export type Cause = z.output<typeof cause>;

/** `issues` counts open ones; `orders` those that have any of them, null above the counting limit. */
const issueGroup = z.object({
  type: z.enum(issueTypes),
  issues: z.number(),
  orders: z.number().nullable(),
  purchase_orders: z.number().nullable(),
  oldest_at: instant,
  causes: z.array(cause),
  more_causes: z.number(),
  /** Of so many it is certain what mends them; they are counted up to 20,000. */
  suggested: z.number(),
});
export type IssueGroup = z.output<typeof issueGroup>;

/** What stops a whole connection first, then what most records wait for, then what has stood longest. */
export const byUrgency = (a: IssueGroup, b: IssueGroup): number =>
  Number(stopsConnection(b.type)) - Number(stopsConnection(a.type)) ||
  waitingFor(b) - waitingFor(a) ||
  new Date(a.oldest_at).getTime() - new Date(b.oldest_at).getTime();

/** Each open issue is at least one record where there are too many to count the records. */
const waitingFor = ({ issues, orders, purchase_orders }: IssueGroup) => (orders === null ? issues : orders + (purchase_orders ?? 0));

/** Open issues by cause, the most urgent first; `total` counts them. */
export const causes = z.object({ total: z.number(), groups: z.array(issueGroup) });
export type Causes = z.output<typeof causes>;
