import { inMail, type Mail, messageIdOf } from '../../../../platform/mail.ts';

export type MailContent = {
  id: number;
  user_id: number | null;
  address: string | null;
  /** Where it goes; null when there is no longer such a person. */
  email: string | null;
  account: string;
  /** The events that it names, the first of them. */
  lines: { kind: string; sentence: string; path: string }[];
  /** How many events it is about. */
  all: number;
};

type Means = { accountId: number; baseUrl: string; token: string };

/** How many events a mail names; the bell has all. */
export const mostNamed = 30;

/** The mail about one or several events: what happened, and where it is mended. Its Message-ID is of the mail, however often it is sent. */
export function composeMail({ id, account, lines, all, to }: MailContent & { to: string }, { accountId, baseUrl, token }: Means): Mail {
  const named = lines.map(({ sentence, path }) => `${inMail(sentence)}\n${baseUrl}${path}`);
  const left = all - lines.length;
  const unsubscribe = `${baseUrl}/unsubscribe?token=${encodeURIComponent(token)}`;
  return {
    to,
    subject: subjectOf(account, lines, all),
    text: [
      ...named,
      ...(left > 0 ? [`And ${left} more: ${baseUrl}/`] : []),
      `You get this because ${inMail(account)} names you in Crossdock. Choose what you are mailed, or unsubscribe:\n${unsubscribe}`,
    ].join('\n\n'),
    messageId: messageIdOf('notification', accountId, id, baseUrl),
    unsubscribe,
  };
}

function subjectOf(account: string, lines: MailContent['lines'], all: number): string {
  const [first] = lines;
  const what = all === 1 && first ? inMail(first.sentence) : `${all} notifications`;
  const subject = `${inMail(account)}: ${what}`;
  if (subject.length <= longestSubject) return subject;
  const cut = subject.slice(0, longestSubject - 1);
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`;
}

/** As much as mail programs show of one in a list, and more. */
const longestSubject = 150;
