-- What is taken back at a vendor after the end of a connection survives a process that is killed in between.
alter table connections add column sign_off text;
comment on column connections.sign_off is
  'Sealed. Of a connection that has ended: by which settings its consent and our webhook are still to be taken back at the other side.';
