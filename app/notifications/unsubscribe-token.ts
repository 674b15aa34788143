import { z } from 'zod';
import type { Seal } from '../../platform/seal.ts';

const recipient = z.object({ accountId: z.number(), userId: z.number().nullable(), address: z.string().nullable() });
/** Who gets mails of an account: a person, or an address. */
export type Recipient = z.output<typeof recipient>;

const context = 'unsubscribe';

/** What the link of a mail carries: it says who gets it, and nobody can make one. */
export const unsubscribeToken = (seal: Seal, who: Recipient): string => seal.seal(JSON.stringify(who), context);

/** Whose link this is; null for what is none. */
export function recipientOf(seal: Seal, token: string): Recipient | null {
  try {
    return recipient.parse(JSON.parse(seal.open(token, context)));
  } catch {
    return null;
  }
}
