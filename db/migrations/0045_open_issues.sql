-- A program lists open issues by their ids, behind however many that were closed since.
create index issues_open on issues (account_id, id) where closed_at is null;
