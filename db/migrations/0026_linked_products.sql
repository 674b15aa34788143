-- Whether a product is linked is decided with its row locked, so that of two who link or unlink it at once the later one sees what the
-- earlier has done: each alone saw the link of the other, or did not, and the mark stayed wrong. A listing that keeps its product is none of
-- this, as when its channel is told of stock: it locks nothing.
create or replace function mark_linked_products() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  account bigint;
  accounts bigint[];
  moved bigint[];
  ids bigint[];
  linked bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(account_id), array_agg(product_id) into accounts, moved from after_rows where product_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(account_id), array_agg(product_id) into accounts, moved from before_rows where product_id is not null;
  else
    select array_agg(account_id), array_agg(product_id) into accounts, moved from (
      (select account_id, id, product_id from before_rows except select account_id, id, product_id from after_rows)
      union all (select account_id, id, product_id from after_rows except select account_id, id, product_id from before_rows)
    ) as row_by_row where product_id is not null;
  end if;
  for account, ids in select m.account_id, array_agg(distinct m.id) from unnest(accounts, moved) as m (account_id, id) group by 1 loop
    perform from products p where p.account_id = account and p.id = any (ids) order by p.sku collate "C" for no key update;
    linked := array(select distinct c.product_id from connector_products c where c.account_id = account and c.product_id = any (ids));
    update products p set is_linked = true where p.account_id = account and p.id = any (linked) and p.is_linked::int = 0;
    ids := array(select unnest(ids) except select unnest(linked));
    update products p set is_linked = false where p.account_id = account and p.id = any (ids) and p.is_linked::int = 1;
  end loop;
  return null;
end $$;
