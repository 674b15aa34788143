import { refuse } from '../../../../../platform/http/refusal.ts';
import type { Seal } from '../../../../../platform/seal.ts';
import type { SignedIn } from '../../../../../platform/signed-in.ts';
import type { ConsentQuestion } from '../contract.ts';
import type { Asked } from './asked.ts';
import { isLoopback, redirectTo } from './redirects.ts';

/** A person reads what they consent to, and may give their password again. */
const patienceMs = 10 * 60_000;

type Who = Pick<SignedIn, 'accountId' | 'userId' | 'accountName'>;

/** What the person is shown. What they consent to is sealed for them and this account: it cannot be another by the time they press. */
export function questionOf(asked: Asked, who: Who, { seal, issuer }: { seal: Seal; issuer: string }): ConsentQuestion {
  const { client, redirectUri, scopes, state } = asked;
  return {
    ...{ name: client.name, host: new URL(client.id).host, redirect_host: new URL(redirectUri).host, is_local: isLoopback(redirectUri) },
    ...{ account: who.accountName, scopes },
    request: seal.seal(JSON.stringify({ asked, at: Date.now() }), sealedFor(who)),
    declined: redirectTo(redirectUri, { error: 'access_denied', error_description: 'The person declined.', state, iss: issuer }),
  };
}

/** @throws Refusal 409 for what was asked of somebody else, of another account, or too long ago */
export function openQuestion(request: string, who: Omit<Who, 'accountName'>, seal: Seal): Asked {
  const { asked, at } = opened(request, who, seal);
  if (Date.now() - at > patienceMs) throw refuse(409, 'too_late', 'This took too long. Connect the agent again from its program.');
  return asked;
}

function opened(request: string, who: Omit<Who, 'accountName'>, seal: Seal): { asked: Asked; at: number } {
  try {
    return JSON.parse(seal.open(request, sealedFor(who)));
  } catch {
    throw refuse(409, 'other_account', 'This was asked of another person or account. Connect the agent again from its program.');
  }
}

const sealedFor = ({ accountId, userId }: Omit<Who, 'accountName'>) => `consent to an agent|${accountId}|${userId}`;
