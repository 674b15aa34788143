import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Environment } from './env.ts';

/** A mail to one person, in plain text. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** As in `<1.2@example.com>`: the same when the mail is sent again, so that mail servers and programs show it once. */
  messageId?: string;
  /** The page on which who gets it says that they want none. */
  unsubscribe?: string;
};
export type Mailer = (mail: Mail) => Promise<void>;

/** The Message-ID of a record of an account, in this installation. */
export function messageIdOf(kind: string, accountId: number, id: number, baseUrl: string): string {
  const digest = createHash('sha256').update(`${baseUrl}|${accountId}|${id}`).digest('hex').slice(0, 16);
  return `<${kind}.${accountId}.${id}.${digest}@${new URL(baseUrl).hostname}>`;
}

/**
 * A text of a person or of another system as a mail shows it, in its subject and in its body: one line, and no web address, so that nobody
 * writes a mail in our name.
 */
export const inMail = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('://', ': //')
    .trim();

/** Sends over SMTP when SMTP_URL is set; otherwise passes the mail to `keep`, so that the demo can show it. */
export function openMailer(env: Pick<Environment, 'smtpUrl' | 'smtpRequireTls' | 'mailFrom'>, keep: Mailer): Mailer {
  if (!env.smtpUrl) return keep;
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const transport = createTransport({ url: env.smtpUrl, requireTLS: env.smtpRequireTls, ...patience });
  return async ({ unsubscribe, ...mail }) => {
    await transport.sendMail({ from: env.mailFrom, ...mail, ...(unsubscribe && { list: { unsubscribe } }) });
  };
}
