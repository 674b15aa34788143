-- A bulk run works on the records of one table. Runs over items said 'orders' until now.
alter table runs drop constraint runs_entity_check;
update runs set entity = case when subject like 'raw materials%' then 'raw_materials' else 'products' end
where kind = 'bulk' and (subject in ('products', 'raw materials') or subject like 'products: %' or subject like 'raw materials: %');
alter table runs add check (entity in ('orders', 'purchase_orders', 'products', 'raw_materials'));
