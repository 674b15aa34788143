import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Settings } from '../../../../../connectors/contract.ts';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Seal } from '../../../../../platform/seal.ts';
import type { SignedIn } from '../../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';

/** What is kept while a person is at the vendor. */
export type ConsentForm = {
  /** PKCE's: only its digest was sent with the person. */
  verifier: string;
  settings: Settings;
  name: string;
  since: string | null;
  /** The connection that is connected again, and its settings by then; null for a new one. */
  connectionId: number | null;
  before: Settings | null;
};

/** Who is sent, in which of their sessions: nobody else comes back. */
export type Consenter = Pick<SignedIn, 'accountId' | 'userId' | 'sessionId'>;

const minutes = 15;
/** In several windows of one browser. */
const mostOpen = 5;

/** Stores that somebody was sent to a vendor. Returns the state that they have to come back with. */
export async function keepConsent(tenant: Tenant, seal: Seal, who: Consenter, connector: string, form: ConsentForm): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  await dropOldConsents(tenant);
  await sql`
    insert into consents (account_id, user_id, session_id, connector, state, form, expires_at)
    values (${tenant.accountId}, ${who.userId}, ${who.sessionId}, ${connector}, ${digestOf(state)},
      ${seal.seal(JSON.stringify(form), consentContext(who))}, now() + make_interval(mins => ${minutes}))`.execute(tenant.db);
  await sql`
    delete from consents where ${inAccount(tenant)} and session_id = ${who.sessionId} and id in (
      select id from consents where ${inAccount(tenant)} and session_id = ${who.sessionId} order by id desc offset ${mostOpen})`.execute(
    tenant.db,
  );
  return state;
}

/**
 * Takes what was kept for this state, once. Undefined where this person did not begin it in this session, for this connector and within
 * the time. Compares in constant time.
 */
export async function takeConsent(
  tenant: Tenant,
  seal: Seal,
  who: Consenter,
  connector: string,
  state: string,
): Promise<ConsentForm | undefined> {
  const { rows } = await sql<Columns<'consents', 'id' | 'state' | 'form'>>`
    select id, state, form from consents where ${inAccount(tenant)} and session_id = ${who.sessionId} and user_id = ${who.userId}
      and connector = ${connector} and expires_at > now() for update`.execute(tenant.db);
  const digest = digestOf(state);
  const found = rows.filter((row) => timingSafeEqual(row.state, digest))[0];
  if (!found) return undefined;
  await sql`delete from consents where ${inAccount(tenant)} and id = ${found.id}`.execute(tenant.db);
  return JSON.parse(seal.open(found.form, consentContext(who))) as ConsentForm;
}

/** Deletes those whose time is over. */
export const dropOldConsents = (tenant: Tenant) =>
  sql`delete from consents where ${inAccount(tenant)} and expires_at <= now()`.execute(tenant.db);

const digestOf = (state: string) => createHash('sha256').update(state).digest();

/** What a sealed form is bound to. */
export const consentContext = ({ accountId, userId, sessionId }: Consenter): string => `consent:${accountId}:${userId}:${sessionId}`;
