-- What the references are derived from that an outside system is told of a connection's records. Set when it is first connected, and kept:
-- the same order has the same reference after a restore, or when its channel is connected again.
-- The default serves rows that no program of ours makes: their references are like nobody's.
alter table connections add column reference_key text not null default gen_random_uuid()::text;
update connections set reference_key = coalesce(exclusive_key, credential, reference_key);
