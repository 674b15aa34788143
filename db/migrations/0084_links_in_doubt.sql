-- Why a link ended by itself, as a code and its values: what the channel or the warehouse calls by this SKU is no longer the same
-- article. Null where that never was; without meaning once a person has linked it, or taken its link away.
ALTER TABLE connector_products ADD COLUMN doubt jsonb;

-- The id under which the channel itself listed it last: a file may name it by another id.
ALTER TABLE connector_products ADD COLUMN listed_id text;
