import type { Reason } from '../../connectors/contract.ts';
import { theirWords } from '../../connectors/http/reasons.ts';
import { because } from './reasons.ts';

/** Why a mail was not taken, and whether for good: then nobody has what it says. */
export type MailRefusal = { reason: Reason; isFinal: boolean };
type Failure = { responseCode?: number; command?: string; response?: string; message?: string };

/**
 * Why a mail was not taken, and whether for good (RFC 5321, 4.2.1): because of whom it is to or what it says. What the server says of us,
 * and where it is, is for whoever runs this installation: it is in the log alone.
 */
export function mailRefusal(error: unknown): MailRefusal {
  const { responseCode = 0, command = '', response, message = String(error) } = error as Failure;
  if (!['RCPT TO', 'DATA'].includes(command)) return { reason: because({ code: 'sending.no_mail_server' }), isFinal: false };
  const text = response ?? message;
  if (command === 'RCPT TO' && ofUs.test(text)) return { reason: because({ code: 'sending.not_relayed' }), isFinal: false };
  return { reason: theirWords(text), isFinal: responseCode >= 500 };
}

/** Servers judge who sends only once they hear to whom: no relaying, or an address of ours on a list (RFC 3463, 3.8). */
const ofUs = /^\d{3}[ -]\d\.7\./;
