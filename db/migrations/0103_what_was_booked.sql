alter table bookings add told jsonb;
comment on column bookings.told is 'What was booked of each line, by the id that the source gives the line; null of those from before that was kept.';
