import { sql } from 'kysely';
import type { Check } from '../../issue-type.ts';

/** Orders that wait for a person to say whether their goods are another order's: orders/shared-goods finds them. */
export const findSharedGoods: Check = (orders) => sql`
  select o.id as order_id, o.connection_id, 'goods' as subject, 'lines' as field, null::bigint as line_id,
    coalesce(string_agg(c.name || reason.sentence, ' ' order by reason.sentence), 'Its goods may be another order''s too.') as sentence
  from orders o join connections c on c.account_id = o.account_id and c.id = o.connection_id
  left join lateral (
    select ' split it off ' || other.order_number || case when other.warehouse_order_id is null then ', which has not been sent yet.'
      else ', which was sent already: its goods may have gone with that.' end as sentence
    from orders other where other.account_id = o.account_id and other.connection_id = o.connection_id and other.remote_id = o.split_from
    union all
    select ' had merged it into ' || other.order_number || ', which has its goods.'
    from order_merges m join orders other on other.account_id = m.account_id and other.id = m.into_id
    where m.account_id = o.account_id and m.connection_id = o.connection_id and m.remote_id = o.remote_id
    union all
    select ' merged ' || other.order_number || ' into it, which '
      || case when other.warehouse_order_id is null then 'had been edited here.' else 'was sent already: its goods would be sent twice.' end
    from order_merges m join orders other on other.account_id = m.account_id and other.connection_id = m.connection_id and other.remote_id = m.remote_id
    where m.account_id = o.account_id and m.into_id = o.id and (other.warehouse_order_id is not null and other.cancelled_at is null or 'lines' = any(o.edited_fields))
  ) as reason on true
  where ${orders} and o.shared_goods = 'undecided'
  group by o.account_id, o.id`;
