-- An issue that was opened before says what its address lacks as a sentence does, too: its order may not be checked again for long.
update issues set sentence = regexp_replace(sentence, ', (?!.*, )', ' or ')
where type = 'address_incomplete' and closed_at is null and sentence like 'The address has no %, %' and sentence not like '% or %';
