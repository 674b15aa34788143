-- Whichever is chosen is a connection of the account, like the pair.
alter table import_choices drop constraint import_choices_check;
alter table import_choices add foreign key (account_id, keeps_id) references connections (account_id, id);
alter table import_choices add check (low_id <= high_id);
