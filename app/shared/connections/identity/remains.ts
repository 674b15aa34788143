import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { Remains } from '../contract.ts';

/** What is kept with these connections, for when they are connected again. */
export async function readRemains(tenant: Tenant, ids: number[]): Promise<Map<number, Remains>> {
  const { rows } = await sql<Remains & Columns<'connections', 'id'>>`
    select c.id,
      (select coalesce(sum(n), 0)::int from orders_in_all t where ${inAccount(tenant, 't')} and t.connection_id = c.id) as orders,
      (select count(*)::int from connector_products p where ${inAccount(tenant, 'p')} and p.connection_id = c.id
        and p.product_id is not null) as links,
      (select count(*)::int from shipping_options o where ${inAccount(tenant, 'o')} and o.connection_id = c.id
        and o.amware_code is not null)
        + (select count(*)::int from location_mappings l where ${inAccount(tenant, 'l')} and l.connection_id = c.id
          and l.amware_location is not null) as mappings
    from connections c where ${inAccount(tenant, 'c')} and c.id = any(${ids}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, ...remains }) => [id, remains]));
}

/** What the form to connect says. */
export function earlierSentence(name: string, remains: Remains | undefined): string | null {
  const words = remains ? wordRemains(remains) : null;
  return (
    words &&
    `${name} was connected before: ${words}. With credentials of the same shop they are taken up, and nothing that was sent is sent again.`
  );
}

/** `312 orders, 40 product links and 3 mappings`; null where there is nothing. */
export function wordRemains({ orders, links, mappings }: Remains): string | null {
  const counts: [number, string][] = [
    [orders, 'order'],
    [links, 'product link'],
    [mappings, 'mapping'],
  ];
  const words = counts.flatMap(([count, noun]) => (count > 0 ? [countedWords(count, noun)] : []));
  if (words.length === 0) return null;
  return words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
