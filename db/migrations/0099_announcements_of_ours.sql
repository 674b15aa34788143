-- The goods of everything that was sent under its reference, in words ("2 × CUP"): the warehouse may have any of it.
alter table asns add column sent text[] not null default '{}';
-- What the warehouse has in place of an announcement of ours that it has not accepted: a person decides whether it is ours. It stays on one
-- that was decided to be another, so that this is not found again.
alter table asns add column found jsonb;
