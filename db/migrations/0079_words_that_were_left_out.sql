-- The terms of what a channel sells have a null in place of an id that the channel has not given yet. Beside that null no word was new, so
-- what was named by an order first was never found by the id and name that the channel gave it later.
insert into catalogue_terms (account_id, list, term, item_id)
select distinct s.account_id, s.list, left(word, 64) collate "C", s.item_id from catalogue_term_sets s cross join unnest(s.terms) as word
where s.list > 0 and length(word) > 1
on conflict do nothing;
