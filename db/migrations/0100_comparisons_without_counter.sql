-- How many of its streams are read is counted from them.
alter table comparisons drop column read;
