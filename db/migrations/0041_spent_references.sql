-- Which announcements the warehouse has cancelled, asked or by itself, or has another one for: under their reference nothing is announced
-- again.
alter table asns add column reference_spent boolean not null default false;
