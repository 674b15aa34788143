-- A limit that a vendor sets for a whole application holds for every account that uses it: their requests are counted together.
create table application_limits (
  -- Names the connector and a digest of the application; says nothing of an account.
  key text primary key,
  -- As connectors/http/limits.ts describes it.
  bucket jsonb not null
);
comment on table application_limits is 'Counts of requests that all accounts of one application at a vendor share. rate_buckets has the others.';
