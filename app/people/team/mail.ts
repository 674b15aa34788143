import type { Log } from '../../../platform/log.ts';
import { inMail, type Mail, type Mailer } from '../../../platform/mail.ts';
import { type MailRefusal, mailRefusal } from '../../base/mail-refusal.ts';
import type { ToMail } from './invitations/invitations.ts';

type From = { baseUrl: string; inviter: string; accountName: string };

/** Hands a mail over. Returns why it was not taken, null where it was. */
export async function mailInvitation(toMail: ToMail, from: From, post: Mailer, log: Pick<Log, 'error'>): Promise<MailRefusal | null> {
  try {
    await post(invitationMail(toMail, from));
    return null;
  } catch (error) {
    log.error({ error }, 'invitation was not mailed');
    return mailRefusal(error);
  }
}

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
