-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.enter_token_endpoint(p_address inet, p_limit integer, p_window_us bigint, OUT blocked_s integer, OUT ok boolean, OUT retry_after_s integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  blocked_s := infra.block_left_s(p_address);
  if blocked_s = 0 then
    select p.ok, p.retry_after_s
    into enter_token_endpoint.ok, enter_token_endpoint.retry_after_s
    from infra.take_place('token_request', infra.address_key(p_address)::text, p_limit, p_window_us) p;
  end if;
end $function$
