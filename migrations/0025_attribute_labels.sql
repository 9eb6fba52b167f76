-- How people read an attribute's name, where its key is for programs; null: as the key.
alter table attribute_definition add column label text;
