-- What a connection's credential belongs to, so that no shop is connected twice, and a credential of another shop is refused.
alter table connections add column identities text[] not null default '{}';
comment on column connections.identities is 'What its credential belongs to at the vendor, as connectors/http/identity.ts makes keys. Empty until it was asked.';
alter table connections add column past_identities text[] not null default '{}';
comment on column connections.past_identities is 'What it belonged to before and has records of, as a store that is no longer read.';
alter table connections add column identified_as text;
comment on column connections.identified_as is 'The name of what its credential belongs to, for people.';
drop index connections_exclusive;
alter table connections drop column exclusive_key;
