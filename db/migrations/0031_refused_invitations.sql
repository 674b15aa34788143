-- Whoever invites is shown why a mail was not taken: nobody but the log had it.
alter table invitations add column refused_because jsonb;
comment on column invitations.refused_because is
  'Why the mail was not taken: a code and its values. Null where it was, and where it was not tried.';
