import { inMail, type Mail } from '../../../platform/mail.ts';
import type { ToMail } from './invitations/invitations.ts';

type From = { baseUrl: string; inviter: string; accountName: string };

/** The mail that invites somebody. */
export function invitationMail({ email, token }: ToMail, { baseUrl, inviter, accountName }: From): Mail {
  const [who, account] = [inMail(inviter), inMail(accountName)];
  const lines = [
    'Hello,',
    `${who} invites you to work with ${account} in Crossdock. Choose your name and password here:`,
    `${baseUrl}/invitation?token=${encodeURIComponent(token)}`,
    'The link works once, for a week. If you do not know what this is about, do nothing.',
  ];
  return { to: email, subject: `${who} invites you to ${account}`, text: lines.join('\n\n') };
}
