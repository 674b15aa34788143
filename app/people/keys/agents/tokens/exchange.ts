import { createHash } from 'node:crypto';
import type { Columns } from '../../../../../platform/columns.ts';
import type { Directory } from '../../../accounts/people/directory.ts';
import { digestOf, type KeyKind, type KeyParts, readKey } from '../../key-text.ts';
import { knownScopes } from '../agent-scopes.ts';
import { endGrant, type Grant, goesOn, issueTokens, lockGrant, type Tokens } from './grants.ts';
import { repeatSeconds } from './lifetimes.ts';
import { type Form, WrongRequest } from './wrong-request.ts';

type Query = Directory['query'];
type Stored = Columns<'agent_tokens', 'id' | 'challenge' | 'redirect_uri' | 'used_at'> & { is_over: boolean; is_repeat: boolean };
type Exchange = { form: Form; address: string };

/** Exchanges the code of a consent for tokens, once. @throws WrongRequest */
export const exchangeCode = (directory: Directory, { form, address }: Exchange): Promise<Tokens> => {
  const parts = partsOf(form.required('code'), 'code');
  const [redirectUri, verifier] = [form.required('redirect_uri'), form.required('code_verifier')];
  return exchanged(directory, { form, address }, { parts, kind: 'code' }, ({ challenge, redirect_uri }) => {
    if (redirect_uri !== redirectUri) return 'The code was sent to another redirect_uri.';
    return isVerifierOf(challenge, verifier) ? null : 'The code_verifier does not fit.';
  });
};

/** Exchanges a refresh token for new tokens, once, or again within a moment. @throws WrongRequest */
export const renewTokens = (directory: Directory, { form, address }: Exchange): Promise<Tokens> => {
  const parts = partsOf(form.required('refresh_token'), 'refresh');
  return exchanged(directory, { form, address }, { parts, kind: 'refresh' }, () => null);
};

type Shown = { parts: KeyParts; kind: 'code' | 'refresh' };
/** Null where it fits, or why it does not. */
type Check = (stored: Stored) => string | null;

/** Whatever comes of it is committed: a code that was shown once, rightly or wrongly, does not count again. */
async function exchanged(directory: Directory, { form, address }: Exchange, shown: Shown, check: Check): Promise<Tokens> {
  const [clientId, resource] = [form.required('client_id'), form.required('resource')];
  const outcome = await directory.transaction(async (query): Promise<Tokens | WrongRequest> => {
    const grant = await lockGrant(query, shown.parts.handle);
    const stored = grant && (await readStored(query, grant, shown));
    if (!grant || !stored) return unknown();
    if (stored.used_at !== null && !stored.is_repeat) {
      // One of two has stolen it, and nobody knows which.
      await endGrant(query, grant, 'shown twice', address);
      return unknown();
    }
    if (stored.is_over || !goesOn(grant)) return unknown();
    const wrong = wrongClient(grant, clientId) ?? wrongGrant(check(stored)) ?? wrongTarget(grant, resource) ?? wrongScope(grant, form);
    if (stored.used_at === null && (wrong === null || shown.kind === 'code'))
      await query('update agent_tokens set used_at = now() where account_id = $1 and id = $2', [grant.account_id, stored.id]);
    return wrong ?? issueTokens(query, grant, stored.is_repeat);
  });
  if (outcome instanceof WrongRequest) throw outcome;
  return outcome;
}

async function readStored(query: Query, { account_id, id }: Grant, { parts, kind }: Shown): Promise<Stored | undefined> {
  const [stored] = await query<Stored>(
    `select id, challenge, redirect_uri, used_at, until <= now() as is_over,
       kind = 'refresh' and coalesce(used_at > now() - make_interval(secs => $5), false) as is_repeat
     from agent_tokens where account_id = $1 and key_id = $2 and kind = $3 and digest = $4`,
    [account_id, id, kind, digestOf(parts.secret), repeatSeconds],
  );
  return stored;
}

const wrongClient = ({ client_id }: Grant, clientId: string) =>
  client_id === clientId ? null : wrongGrant('This was given to another client.');
const wrongGrant = (why: string | null) => (why === null ? null : new WrongRequest('invalid_grant', why));

/** Source: RFC 8707. */
const wrongTarget = ({ audience }: Grant, resource: string) =>
  resource === audience ? null : new WrongRequest('invalid_target', `The resource has to be ${audience}.`);

/** A token has all the scopes of its agent; nobody gets another one. Those that there are not were left out of the consent, too. */
const wrongScope = ({ scopes }: Grant, form: Form) =>
  knownScopes(form.list('scope')).every((scope) => scopes.includes(scope))
    ? null
    : new WrongRequest('invalid_scope', `The scopes that were allowed are ${scopes.join(' ')}.`);

function partsOf(text: string, kind: KeyKind): KeyParts {
  const parts = readKey(text, kind);
  if (!parts) throw unknown();
  return parts;
}

/** Source: RFC 7636. */
const isVerifierOf = (challenge: string | null, verifier: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;

const unknown = () => new WrongRequest('invalid_grant', 'This has ended, was used before, or is not known here.');
