-- A commit of a package rewrites one row in place (docs/decisions/0097): there is room for it on the page, and what an item keeps stays with
-- its row up to 4 kB. Rows that are there move when they are written next.
alter table content_item_state set (fillfactor = 50, toast_tuple_target = 4080);
