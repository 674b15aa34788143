import { z } from 'zod';
import { inMail, type Mail } from '../../../../platform/mail.ts';
import type { Seal } from '../../../../platform/seal.ts';

const content = z.object({ accountId: z.number(), address: z.string(), until: z.number() });
export type Recipient = Pick<z.output<typeof content>, 'accountId' | 'address'>;

const context = 'confirm an address';
const validMs = 7 * 24 * 60 * 60 * 1000;

/** The mail that asks an address whether it wants to be mailed. Nothing else is mailed to it before. */
export function confirmationMail(
  seal: Seal,
  { accountId, address }: Recipient,
  { baseUrl, account }: { baseUrl: string; account: string },
): Mail {
  const token = seal.seal(JSON.stringify({ accountId, address, until: Date.now() + validMs }), context);
  const lines = [
    'Hello,',
    `${inMail(account)} wants Crossdock to mail you when something needs attention. If you want that, confirm your address here:`,
    `${baseUrl}/confirm-address?token=${encodeURIComponent(token)}`,
    'The link works for a week. If you do not want these mails, do nothing.',
  ];
  return { to: address, subject: `${inMail(account)} wants to send you notifications`, text: lines.join('\n\n') };
}

/** Whom the link of such a mail is for; null for one that is too old, or none of ours. */
export function openLink(seal: Seal, token: string, now = Date.now()): Recipient | null {
  try {
    const { until, ...who } = content.parse(JSON.parse(seal.open(token, context)));
    return until > now ? who : null;
  } catch {
    return null;
  }
}
