import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** What flowed through a channel in the last day: a number for each of the last 24 hours, the current one last. */
export type ChannelFlow = { arrived: number[]; confirmed: number[] };

const hours = 24;

/** From the tallies of the flow, of which a channel has at most a few rows an hour. */
export async function readChannelFlow(tenant: Tenant, connectionId: number): Promise<ChannelFlow> {
  const { rows } = await sql<{ kind: keyof ChannelFlow; ago: number; n: number }>`
    select kind, (extract(epoch from date_trunc('hour', now(), 'UTC') - hour) / 3600)::int as ago, sum(n)::int as n from flow_tallies
    where ${inAccount(tenant)} and connection_id = ${connectionId} and kind in ('arrived', 'confirmed')
      and hour > date_trunc('hour', now(), 'UTC') - make_interval(hours => ${hours}) group by 1, 2`.execute(tenant.db);
  const of = (kind: keyof ChannelFlow) =>
    Array.from({ length: hours }, (_, place) => rows.find((row) => row.kind === kind && row.ago === hours - 1 - place)?.n ?? 0);
  return { arrived: of('arrived'), confirmed: of('confirmed') };
}
