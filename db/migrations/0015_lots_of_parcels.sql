-- What the warehouse said of the goods in a parcel beside their lot, where it did.
alter table shipment_lines add column expires_on date;
alter table shipment_lines add column serials text[];
