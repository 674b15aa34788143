-- On several database nodes the rows of an account are on one of them, and the accounts on the others go on when that is lost. So what is
-- done for an account is noted with its rows: a row of accounts is on every node. accounts.tidied_at is the build before's.
create table housekeeping (
  account_id bigint not null references accounts,
  tidied_at timestamptz not null,
  primary key (account_id)
);
comment on table housekeeping is 'When old records and stray files of an account were last deleted. One worker does so, once an hour.';
call make_tenant_table('housekeeping');

-- Parsed when it is run: what it reads of several nodes is not there on one.
create function node_of(account bigint) returns text language plpgsql stable as $$ begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then return null; end if;
  if not exists (select from pg_dist_partition where logicalrelid = 'orders'::regclass) then return null; end if;
  return (select n.nodename || ':' || n.nodeport from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('orders', account) and n.noderole = 'primary');
end $$;
comment on function node_of is 'The address of the database node that has the rows of an account. Null where there is one node.';
