-- Which products are linked is noted product by product, each found by its key. The planner took other ways where nothing was linked when
-- it counted last: through the index of what is linked, or each product beside each link. Of 5,000 links that an import had made it took
-- a minute to take them back. `::int` keeps it from those indexes, `offset 0` from a join.
create or replace function mark_linked_products() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op <> 'DELETE' then
    update products p set is_linked = true
    from (select distinct account_id, product_id from after_rows where product_id is not null) as linked
    where p.account_id = linked.account_id and p.id = linked.product_id and p.is_linked::int = 0;
  end if;
  if tg_op <> 'INSERT' then
    update products p set is_linked = false
    from (select distinct account_id, product_id from before_rows where product_id is not null) as unlinked
    where p.account_id = unlinked.account_id and p.id = unlinked.product_id and p.is_linked::int = 1
      and not exists (select from connector_products c where c.account_id = p.account_id and c.product_id = p.id offset 0);
  end if;
  return null;
end $$;
