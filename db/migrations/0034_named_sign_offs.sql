-- A consent that is taken back has a name: a person may have consented again by then, and that one stays.
alter table connections add column sign_off_consent text;
alter table connections add column signing_off_at timestamptz;
alter table connections add column signed_off_at timestamptz;
comment on column connections.sign_off_consent is 'Which consent the sign-off takes back; null where there was none.';
comment on column connections.signing_off_at is 'Since when the other side is being told; by whoever was killed on the way, no longer after some minutes.';
comment on column connections.signed_off_at is 'When the last sign-off had ended, whatever came of it.';
