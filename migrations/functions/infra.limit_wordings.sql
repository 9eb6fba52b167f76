-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE PROCEDURE infra.limit_wordings()
 LANGUAGE plpgsql
AS $procedure$
begin
  call infra.limit_table('certificate_wording', 'true');
end $procedure$
