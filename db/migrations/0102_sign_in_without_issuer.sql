-- Who signs in is found by provider and their id there. Processes of the version before go on writing an issuer while they are replaced.
alter table sign_in_methods alter issuer set default 'local:credential';
comment on column sign_in_methods.issuer is 'Written by releases of 2026 until November, and read by none since.';
