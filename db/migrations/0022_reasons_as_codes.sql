-- What narrows an export is a code and values, which app/shared/exports/selected/choices.ts words.
alter table exports alter column described type jsonb using null;

-- So is why a call failed or a record cannot be read, which app/base/reasons.ts words; what the other side wrote is a value.
alter table connections alter column last_failure type jsonb using null, alter column hints_failure type jsonb using null;
update connections set forbidden = '{}' where forbidden <> '{}';
alter table exchanges add column reason jsonb;
alter table orders alter column reread_refused type jsonb using null;
alter table outbox alter column last_failure type jsonb using null;
alter table stock_pushes alter column reason type jsonb using null;
alter table unreadable_records alter column reason type jsonb using jsonb_build_object('code', 'said', 'text', reason, 'status', null);

-- And why a picture that was named by an address is not shown, which app/shared/files/picture-problems.ts words.
alter table outside_pictures alter column refused type jsonb using null;
alter table products alter column fetch_refused type jsonb using null;
alter table raw_materials alter column fetch_refused type jsonb using null;
