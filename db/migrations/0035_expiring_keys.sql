alter table api_keys add column expiry_told_at timestamptz;
comment on column api_keys.expiry_told_at is 'When the admins were last told that it expires soon.';
comment on table api_key_secrets is 'The SHA-256 of each secret of a key: one, and the former ones that work on while it is being rotated.';
