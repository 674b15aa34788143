import type { Mail } from '../../../../platform/mail.ts';
import type { StoredMail } from '../contract.ts';
import type { Directory } from '../people/directory.ts';

/** Stores a mail for the demo's outbox page. */
export async function storeMail(directory: Directory, { to, subject, text }: Mail): Promise<void> {
  await directory.query('insert into outbox_mails (recipient, subject, body) values ($1, $2, $3)', [to, subject, text]);
}

/** The newest fifty mails. */
export function listMails(directory: Directory): Promise<StoredMail[]> {
  return directory.query('select id, recipient as "to", subject, body as text, at from outbox_mails order by id desc limit 50');
}
