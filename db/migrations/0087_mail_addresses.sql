create table mail_addresses (
  account_id bigint not null references accounts,
  address text not null check (address = lower(address)),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (account_id, address)
);
comment on table mail_addresses is 'Addresses that rules and settings of an account name and that are not those of its members: mailed once they have confirmed it by a link.';
call make_tenant_table('mail_addresses');
insert into mail_addresses (account_id, address)
select account_id, address from notification_rules where address is not null
union select account_id, lower(email) from notification_emails where email <> '';
