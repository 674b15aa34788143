-- A line may be sold for more than fourteen digits hold, and is removed all the same.
alter table order_events alter column removed_worth type numeric;
