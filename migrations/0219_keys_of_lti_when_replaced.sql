-- Since when another key signs instead: a replaced key is published for a time that begins then (docs/decisions/0093).
-- old code survives: it adds keys without the column, and the next one that is added marks them.
alter table lti_key add column replaced_us bigint;
