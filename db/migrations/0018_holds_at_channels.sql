-- Named after what it says: that the order's channel holds it, as a person here wanted.
alter table orders rename column held_there to held_at_channel;
