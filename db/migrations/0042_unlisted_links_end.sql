-- What its channel had taken off its list was linked by itself once the warehouse named its SKU. The list does not show such a link, so that
-- nobody could remove it, and it kept its product from being deleted. Listed again, it is linked again; orders that name it go by the same
-- SKU all the same. What a person linked stays. Account by account, within which the owner sees its rows.
do $$
declare account bigint;
begin
  for account in select id from accounts order by id loop
    perform set_config('crossdock.account_id', account::text, true);
    update connector_products cp set product_id = null, linked_at = null
    from products p
    where cp.account_id = account and cp.deleted_at is not null and cp.linked_by is null
      and p.account_id = account and p.id = cp.product_id and p.sku = cp.connector_product_sku;
  end loop;
  perform set_config('crossdock.account_id', '', true);
end $$;
