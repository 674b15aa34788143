-- A sentence is kept as its code and values, and worded when it is shown: by app/shared/issues/types, events/sentences.ts
-- of order-flow and purchase-flow, notifications/sentences.ts, runs/sentences.ts and base/import-outcomes.ts.
alter table issues alter column sentence type jsonb using jsonb_build_object('code', sentence);
alter table order_events alter column sentence type jsonb using jsonb_build_object('code', sentence);
alter table purchase_order_events alter column sentence type jsonb using jsonb_build_object('code', sentence);
alter table notifications alter column sentence type jsonb using jsonb_build_object('code', sentence);
alter table runs alter column sentence type jsonb using case when sentence is not null then jsonb_build_object('code', sentence) end;
alter table imports alter column problem type jsonb using case when problem is not null then jsonb_build_object('code', problem) end;
