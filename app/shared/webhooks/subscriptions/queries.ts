import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Seal } from '../../../../platform/seal.ts';
import type { Role } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import type { Subscription } from './contract.ts';
import { opens } from './secrets.ts';

type Row = Columns<'event_subscriptions', 'id' | 'name' | 'url' | 'types' | 'failing_since' | 'secret' | 'former_secret'> &
  Pick<Subscription, 'state' | 'off_because' | 'waiting' | 'rotating_until' | 'delivered_at'>;

/** Who reads, and how a secret is known to open: without a `seal` none counts as lost. */
type Reader = { role: Role; seal: Seal | null };

/** The webhooks of the account, or the one of this id. */
export async function listSubscriptions(tenant: Tenant, { role, seal }: Reader, id?: number): Promise<Subscription[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.url, s.types, s.state, s.off_because, s.failing_since, s.secret, s.former_secret,
      case when s.former_until > now() then s.former_until end as rotating_until,
      (select count(*)::int from (select from event_deliveries d where ${inAccount(tenant, 'd')} and d.subscription_id = s.id
        and d.state = 'waiting' limit 10000) as waits) as waiting, s.delivered_at
    from event_subscriptions s
    where ${inAccount(tenant, 's')} and s.deleted_at is null and (${id ?? null}::bigint is null or s.id = ${id ?? null})
    order by lower(s.name)`.execute(tenant.db);
  return rows.map(({ secret, former_secret: former, ...row }) => {
    const isLost = (each: string) => seal !== null && !opens(seal, tenant.accountId, { id: row.id, secret: each });
    const rotating_until = former === null || isLost(former) ? null : row.rotating_until;
    return { ...row, url: addressFor(role, row.url), rotating_until, secret_lost: isLost(secret) };
  });
}

/** For who may not change webhooks, its host alone: what follows is as good as a password at many receivers. */
export const addressFor = (role: Role, url: string): string => (mayDo(role, 'connect') ? url : `${URL.parse(url)?.origin ?? ''}/…`);
