-- A refused hold had the words of a refused shipment. Of orders that are over nobody wants it any longer.
update issues set type = 'hold_refused' where type = 'rejected_by_channel' and subject = 'hold_there'
  or type = 'rejected_by_warehouse' and subject in ('hold', 'release');
with closed as (
  update issues i set closed_at = now() from orders o
  where o.account_id = i.account_id and o.id = i.order_id and o.order_status in ('shipped', 'fulfilled', 'cancelled') and i.closed_at is null
    and (i.type = 'hold_refused' or i.type = 'retries_exhausted' and i.subject in ('hold', 'release', 'hold_there'))
  returning i.account_id, i.order_id
)
update orders o set open_issues = o.open_issues - c.n from (select account_id, order_id, count(*) as n from closed group by 1, 2) as c
where o.account_id = c.account_id and o.id = c.order_id;
