alter table purchase_order_lines
  add column units_per_sale int not null default 1 check (units_per_sale between 1 and 10000),
  add column loose_accepted int not null default 0;
comment on column purchase_order_lines.units_per_sale is 'As its link has it: the warehouse expects quantity times this. The quantities of a line and what had come before are its source''s; what was announced, received, processed and accepted, and receipts, are units.';
comment on column purchase_order_lines.loose_accepted is 'So many units that came are no whole one of the source''s, and a person accepted that it is not told of them.';
