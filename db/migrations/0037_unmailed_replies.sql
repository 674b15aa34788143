-- Whoever replies to a ticket is shown why the mail of it was not taken: a refusal was tried again for days, and nobody knew.
alter table support_messages add column mail_refused_because jsonb;
comment on column support_messages.mail_refused_because is
  'Why the mail of it was not taken the last time: a code and its values. Null where it was, and where it was not tried.';
