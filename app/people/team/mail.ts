import type { Log } from '../../../platform/log.ts';
import { inMail, type Mail, type Mailer } from '../../../platform/mail.ts';
import { mailRefusal } from '../../base/mail-refusal.ts';
import type { Mailed, ToMail } from './invitations/invitations.ts';

type From = { baseUrl: string; inviter: string; accountName: string };

/** Hands the mails over, one after the other. */
export async function mailInvitations(toMail: readonly ToMail[], from: From, post: Mailer, log: Pick<Log, 'error'>): Promise<Mailed> {
  const done: Mailed = { mailed: [], refused: [] };
  for (const each of toMail) {
    try {
      await post(invitationMail(each, from));
      done.mailed.push(each.id);
    } catch (error) {
      log.error({ error }, 'invitation was not mailed');
      done.refused.push({ id: each.id, reason: mailRefusal(error).reason });
    }
  }
  return done;
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
