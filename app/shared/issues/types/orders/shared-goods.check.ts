import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Check } from '../../issue-type.ts';
import { sharedGoods } from './shared-goods.ts';

/** Orders that wait for a person to say whether their goods are another order's: orders/shared-goods finds them. */
export const findSharedGoods: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, 'goods' as subject, 'lines' as field, null::bigint as line_id,
    ${sentenceSql(sharedGoods.sentences, 'goods_shared', {
      channel: sql`c.name`,
      relations: sql`jsonb_agg(jsonb_build_object('kind', relation.kind, 'order', relation.order_number, 'isSent', relation.is_sent)
        order by relation.kind, relation.order_number) filter (where relation.kind is not null)`,
    })} as sentence
  from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
  left join lateral (
    select 'split_off' as kind, other.order_number, other.warehouse_order_id is not null as is_sent
    from orders other where ${inAccount(tenant, 'other')} and other.connection_id = o.connection_id and other.remote_id = o.split_from
    union all
    select 'merged_into', other.order_number, false
    from order_merges m join orders other on ${inAccount(tenant, 'other')} and other.id = m.into_id
    where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id and m.remote_id = o.remote_id
    union all
    select 'merged_in', other.order_number, other.warehouse_order_id is not null
    from order_merges m join orders other on ${inAccount(tenant, 'other')} and other.connection_id = m.connection_id
      and other.remote_id = m.remote_id
    where ${inAccount(tenant, 'm')} and m.into_id = o.id and (other.warehouse_order_id is not null and other.cancelled_at is null
      or 'lines' = any(o.edited_fields))
  ) as relation on true
  where ${inAccount(tenant, 'o')} and ${orders} and o.shared_goods = 'undecided'
  group by o.account_id, o.id, c.name`;
