-- Aliases from before 0074 are marked where that is certain. The report's transaction made the row: the channel had not listed it before. What
-- lists a product gives it its own id; at the channels that are told of stock these are whole numbers, so a row with another has not been listed
-- since. Rows of which that cannot be known stay as they are: a report of seller's SKUs, or a file of products, may have named them since.
create temporary table alias_from_before on commit drop as
select cp.account_id, cp.id, cp.connection_id, cp.connector_product_sku
from imports i
join connections c on c.account_id = i.account_id and c.id = i.connection_id and c.connector in ('channel_advisor', 'netsuite')
join connector_products cp on cp.account_id = i.account_id and cp.connection_id = i.connection_id and cp.created_at = i.applied_at
where i.listing_report_by in ('product-id', 'listing-id') and not cp.is_alias and cp.connector_product_id !~ '^-?[0-9]+$'
  and not exists (select from imports later where later.account_id = i.account_id and later.connection_id = i.connection_id
    and later.listing_report_by = 'seller-sku' and later.applied_at > i.applied_at)
  and not exists (select from audit_entries a where a.account_id = i.account_id and a.noun = 'connector products' and a.record_id = i.connection_id
    and a.verb = 'changed' and a.at > i.applied_at);

update connector_products cp set is_alias = true from alias_from_before a where cp.account_id = a.account_id and cp.id = a.id;

-- Nothing is sent for them any more, so nobody has to look at what was refused.
update issues i set closed_at = now() from alias_from_before a
where i.account_id = a.account_id and i.connection_id = a.connection_id and i.subject = a.connector_product_sku and i.type = 'stock_refused'
  and i.closed_at is null;
