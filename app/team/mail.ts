import type { Mail } from '../../platform/mail.ts';
import type { ToMail } from './invitations.ts';

type From = { baseUrl: string; inviter: string; accountName: string };

/** The mail that invites somebody. */
export function invitationMail({ email, token }: ToMail, { baseUrl, inviter, accountName }: From): Mail {
  const lines = [
    'Hello,',
    `${inviter} invites you to work with ${accountName} in Crossdock. Choose your name and password here:`,
    `${baseUrl}/invitation?token=${encodeURIComponent(token)}`,
    'The link works once, for a week. If you do not know what this is about, do nothing.',
  ];
  return { to: email, subject: `${oneLine(inviter)} invites you to ${oneLine(accountName)}`, text: lines.join('\n\n') };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
