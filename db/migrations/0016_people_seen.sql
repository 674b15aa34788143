-- That a person is seen after they signed in is written by each process once a minute, for all of them.
drop trigger person_seen on sessions;
create trigger person_seen after insert on sessions for each row execute function person_seen();
