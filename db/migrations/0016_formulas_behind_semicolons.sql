-- Where lists are separated by semicolons, as in much of Europe, a spreadsheet begins a new cell behind each of them.
-- The first condition decides nearly always, and is cheap: letters, digits and the characters between them.
create or replace function formula_safe(value text) returns text language sql immutable parallel safe
  return case
    when (ascii(value) between 65 and 65000 or ascii(value) between 48 and 60) and strpos(value, ';') = 0 then value
    when value ~ '(^|;)[''"]*[=+@\t\r\n＝＋－＠-]' and value !~ '^-[0-9]+(\.[0-9]+)?$'
      then regexp_replace(value, '(^|;)(?=[''"]*[=+@\t\r\n＝＋－＠-])', '\1''', 'g')
    else value
  end;
comment on function formula_safe is
  'A text that no spreadsheet reads as a formula: where it, or what follows a semicolon in it, begins like one, after any quotes, an
apostrophe is put before that. Plain negative numbers stay as they are.';
