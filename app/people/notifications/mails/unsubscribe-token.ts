import { z } from 'zod';
import type { Seal } from '../../../../platform/seal.ts';

const recipient = z.object({ accountId: z.number(), userId: z.number().nullable(), address: z.string().nullable() });
/** Who gets mails of an account: a person, or an address. */
export type Recipient = z.output<typeof recipient>;

const context = 'unsubscribe';
/** Longer than anybody leaves a mail unread; every newer mail has a newer link. */
const validMs = 90 * 24 * 60 * 60 * 1000;

/** What the link of a mail carries: it says who gets it and until when it works, and nobody can make one. */
export const unsubscribeToken = (seal: Seal, who: Recipient): string =>
  seal.seal(JSON.stringify({ ...who, until: Date.now() + validMs }), context);

/** Whose link this is; null for one that has expired, or is none of ours. */
export function recipientOf(seal: Seal, token: string, now = Date.now()): Recipient | null {
  try {
    const { until, ...who } = recipient.extend({ until: z.number() }).parse(JSON.parse(seal.open(token, context)));
    return until > now ? who : null;
  } catch {
    return null;
  }
}
